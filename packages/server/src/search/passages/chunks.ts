import type { Outline, Place, TextSection } from '../../text/outline.ts'
import { cutBlock } from './cut-block.ts'

/** What is ranked and shown as one: neighbouring blocks of a section, or a piece of a long one. */
export interface Chunk extends Place {
  /** The place of its section in the outline. */
  readonly section: number
  /** Those that it stands under, from the outermost. */
  readonly headings: readonly string[]
  /** Bytes up to the next chunk of its section: what joining both takes at most. */
  readonly bytesWithGap: number
}

/** Short blocks are joined up to here. */
const JOINED_BYTES = 1200

/** The body of a revision in its order. The heading of a section belongs to its first chunk. */
export function chunksOf({ text, sections }: Outline, mostBytes: number): Chunk[] {
  const joined = Math.min(JOINED_BYTES, mostBytes)
  const chunks: Chunk[] = []
  const path: { level: number; heading: string }[] = []
  for (const [place, section] of sections.entries()) {
    if (section.heading !== null) {
      while ((path.at(-1)?.level ?? 0) >= section.level) path.pop()
      path.push({ level: section.level, heading: section.heading })
    }
    const headings = path.map(({ heading }) => heading)
    const places = place === 0 ? [] : joinPieces(piecesOf(text, section, mostBytes), joined)
    for (const [at, own] of places.entries())
      chunks.push({
        ...own,
        section: place,
        headings,
        bytesWithGap: (places[at + 1]?.start ?? own.end) - own.start,
      })
  }
  return chunks
}

/** A heading that fits is a part of the first piece; a section that has nothing else has no piece. */
function piecesOf(text: string, section: TextSection, mostBytes: number): Place[] {
  const [first, ...others] = section.blocks.flatMap((block) => cutBlock(text, block, mostBytes))
  if (first === undefined) return []
  const isWhole = section.level > 0 && first.end - section.start <= mostBytes
  return [isWhole ? joinPlaces(section, first) : first, ...others]
}

function joinPieces(pieces: readonly Place[], mostBytes: number): Place[] {
  const joined: Place[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last === undefined || piece.end - last.start > mostBytes) joined.push(piece)
    else joined[joined.length - 1] = joinPlaces(last, piece)
  }
  return joined
}

export function joinPlaces(first: Place, last: Place): Place {
  return { start: first.start, end: last.end, textStart: first.textStart, textEnd: last.textEnd }
}
