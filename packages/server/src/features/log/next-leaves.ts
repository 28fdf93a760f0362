import { isPublic } from '@colophon/contract'
import { edgeTile, leafHash, nodesAt, rootOfEdge, TILE_WIDTH, type Tile } from '@colophon/log'
import type { LogEntryRow } from '../../storage/rows/log.ts'
import type { Db } from '../../storage/storage.ts'
import { findVisibilityBefore, listHiddenActs, listPublicActs, readEntries, readTileHashes } from './store.ts'

/** Acts of the public stream that are read at once. */
const READ_ACTS = 256

type Leaf = Omit<LogEntryRow, 'position'>
type PublicAct = Awaited<ReturnType<typeof listPublicActs.all>>[number]

interface LeafRange {
  /** The newest act of the public stream that is looked at. */
  upTo: number
  limit: number
}

/**
 * The leaves that follow the newest one: what was done in public, and with the opening of a topic what was done in it
 * before.
 */
export async function nextLeaves(db: Db, last: Leaf | null, { upTo, limit }: LeafRange): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  let from = last?.public_seq ?? 1
  for (;;) {
    const acts = await listPublicActs.all(db, { from, upTo, limit: READ_ACTS })
    for (const act of acts) {
      leaves.push(...(await leavesOf(db, act, { last, limit: limit - leaves.length })))
      if (leaves.length >= limit) return leaves
    }
    if (acts.length < READ_ACTS) return leaves
    from += acts.length
  }
}

/** A record is a leaf itself; a change of visibility lets what was hidden become leaves. */
const IS_LEAF: Readonly<Record<PublicAct['kind'], boolean>> = {
  publication: true,
  retirement: true,
  visibility: false,
}

/** An act that the newest leaf came from may have more, if it opened a topic. */
async function leavesOf(
  db: Db,
  act: PublicAct,
  { last, limit }: { last: Leaf | null; limit: number },
): Promise<Leaf[]> {
  const { public_seq, seq, record, kind, topic_id: topic } = act
  const isBegun = last?.public_seq === public_seq
  if (IS_LEAF[kind]) return isBegun ? [] : [{ record, public_seq, seq }]
  if (!isPublic(act.to_visibility)) return []
  const after = isBegun ? last.seq : await findVisibilityBefore(db, { topic, before: seq })
  const hidden = await listHiddenActs.all(db, { topic, after, before: seq, limit })
  return hidden.map((found) => ({ ...found, public_seq }))
}

/** The hashes of a tile, or its entries; fewer than its width where the log ends. */
export async function readStoredTile(db: Db, { level, index, width }: Tile): Promise<Uint8Array[]> {
  const from = index * TILE_WIDTH
  const range = { from, to: from + width }
  if (level === 'entries') return await readEntries(db, range)
  if (level > 0) return await readTileHashes(db, { level, ...range })
  return (await readEntries(db, range)).map(leafHash)
}

/** The root of the log as it was when it had so many leaves. */
export async function readRoot(db: Db, size: number): Promise<Uint8Array> {
  const rows: Uint8Array[][] = []
  for (let level = 0; nodesAt(level, size) > 0; level += 1) {
    const tile = edgeTile(level, size)
    rows.push(tile === null ? [] : await readStoredTile(db, tile))
  }
  return rootOfEdge(rows)
}
