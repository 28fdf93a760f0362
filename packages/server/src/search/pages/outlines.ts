import { type Outline, outlineOf } from '../../text/outline.ts'
import type { Garbage } from '../indexer/garbage.ts'
import type { ReadBytes } from '../indexer/read-bytes.ts'
import { readInPieces } from '../indexer/read-in-pieces.ts'

/** Outlines of revisions, by hash: what has no bytes is not there. */
export type Outlines = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Outline>>

const KEPT_CHARACTERS = 2 * 1024 * 1024
/** What a section or a block takes, counted in characters. */
const PLACE_CHARACTERS = 96

/** The least recently used are forgotten first. */
export function createOutlines(readBytes: ReadBytes, garbage: Garbage): Outlines {
  const kept = new Map<string, { outline: Outline; size: number }>()
  let size = 0

  function keep(sha256: string, outline: Outline): void {
    const known = kept.get(sha256)
    const own = known?.size ?? sizeOf(outline)
    if (known === undefined) size += own
    kept.delete(sha256)
    kept.set(sha256, { outline, size: own })
  }

  function forgetOldest(): void {
    for (const [oldest, { size: own }] of kept) {
      if (size <= KEPT_CHARACTERS) return
      kept.delete(oldest)
      size -= own
    }
  }

  return async (hashes) => {
    const found = new Map<string, Outline>()
    const unknown = hashes.filter((sha256) => !kept.has(sha256))
    for await (const { asked, bytes } of readInPieces(readBytes, unknown, (sha256) => sha256)) {
      if (bytes === undefined) continue
      found.set(asked, outlineOf(bytes))
      garbage.add(bytes.length)
    }
    for (const sha256 of hashes) {
      const outline = kept.get(sha256)?.outline ?? found.get(sha256)
      if (outline === undefined) continue
      keep(sha256, outline)
      found.set(sha256, outline)
    }
    forgetOldest()
    return found
  }
}

function sizeOf({ text, sections }: Outline): number {
  const places = sections.reduce((sum, { blocks }) => sum + 1 + blocks.length, 0)
  return text.length + places * PLACE_CHARACTERS
}
