import type { LogEntryRow } from '../../storage/rows/log.ts'
import type { Db } from '../../storage/storage.ts'
import { findVisibilityBefore, listHiddenActs, listPublicActs } from './store.ts'

/** Acts of the public stream that are read at once. */
const READ_ACTS = 256

type Leaf = Omit<LogEntryRow, 'position'>
type PublicAct = Awaited<ReturnType<typeof listPublicActs.all>>[number]

interface Asked {
  /** The newest act of the public stream that is looked at. */
  upTo: number
  limit: number
}

/**
 * The leaves that follow the newest one: what was done in public, and with the opening of a topic what was done in it
 * before.
 */
export async function nextLeaves(db: Db, last: Leaf | null, { upTo, limit }: Asked): Promise<Leaf[]> {
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

/** An act that the newest leaf came from may have more, if it opened a topic. */
async function leavesOf(
  db: Db,
  act: PublicAct,
  { last, limit }: { last: Leaf | null; limit: number },
): Promise<Leaf[]> {
  const { public_seq, seq, record, kind, topic_id: topic } = act
  const isBegun = last?.public_seq === public_seq
  if (kind !== 'visibility') return isBegun ? [] : [{ record, public_seq, seq }]
  if (act.to_visibility !== 'public') return []
  const after = isBegun ? last.seq : await findVisibilityBefore(db, { topic, before: seq })
  const hidden = await listHiddenActs.all(db, { topic, after, before: seq, limit })
  return hidden.map((found) => ({ ...found, public_seq }))
}
