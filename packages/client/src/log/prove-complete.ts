import { bytesToHex, growTree, isSame, parseBundle, tilesOf } from '@colophon/log'
import { inOrder, type Progress } from '../in-flight.ts'
import { sha256Of } from '../sha256.ts'
import type { OpenLog, ProvenObject } from './prove-object.ts'
import { parseRecord } from './records.ts'
import { type LogSource, readTile } from './source.ts'

/** Records that are asked for at once. */
const WIDTH = 8

/** Whether what was told of some objects is all that the log has about them. */
export interface Completeness {
  readonly isProven: boolean
  /** Why it is not, in words that follow nothing; null where it is. */
  readonly gap: string | null
}

/**
 * Reads the record of every leaf, so that nobody is believed about which are whose: the entries must make the root of the
 * checkpoint, each record its entry, and those about the objects must be the leaves that were told of.
 */
export async function proveComplete(
  { source, head }: OpenLog,
  objects: readonly ProvenObject[],
  progress: Progress,
): Promise<Completeness> {
  const found = new Map(objects.map(({ sha256 }) => [sha256, new Set<number>()]))
  const tree = growTree({ onWhole() {} })
  let unknown = 0
  progress.begin('leaves', head.size)
  for await (const { entry, about } of inOrder(entriesOf(source, head.size), WIDTH, (one) =>
    readLeaf(source, one),
  )) {
    if (about === null) unknown += 1
    for (const sha256 of [bytesToHex(entry), about]) found.get(sha256 ?? '')?.add(tree.size)
    tree.append(entry)
    progress.advance(1)
  }
  if (!isSame(tree.head().root, head.root)) return gapOf('the entries do not make the root of the checkpoint')
  const short = objects.find(({ sha256, leaves }) => leaves.length < (found.get(sha256)?.size ?? 0))
  if (short !== undefined) return gapOf(`the log has more about ${short.sha256} than was told`)
  if (unknown > 0)
    return gapOf(`the records of ${unknown} leaves are not to be read, or are not what they were`)
  return { isProven: true, gap: null }
}

function gapOf(gap: string): Completeness {
  return { isProven: false, gap }
}

async function* entriesOf(source: LogSource, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (const tile of tilesOf('entries', size)) yield* parseBundle(await readTile(source, tile), tile)
}

/** A leaf and the revision that its record is about; null where the record is not there, or is none. */
async function readLeaf(source: LogSource, entry: Uint8Array) {
  const name = bytesToHex(entry)
  const bytes = await source.record(name)
  const isOwn = bytes !== null && (await sha256Of(bytes)) === name
  return { entry, about: isOwn ? (parseRecord(bytes)?.content_hash ?? null) : null }
}
