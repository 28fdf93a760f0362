import { randomUUID } from 'node:crypto'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { Tx } from '../storage/storage.ts'

/** From the commit on, search finds the entry by this head and by no other. */
export async function listForSearch(
  tx: Tx,
  entry: Pick<EntryRow, 'topic_id' | 'entry_id' | 'content_hash' | 'mode' | 'refresh_after'>,
): Promise<void> {
  const { topic_id, entry_id, content_hash, mode, refresh_after } = entry
  const seq = await nextSeq(tx, topic_id)
  await insertChange(tx, { topic_id, seq, entry_id, content_hash, mode, refresh_after })
}

/** From the commit on, search does not find the entry. */
export async function unlistFromSearch(
  tx: Tx,
  { topic_id, entry_id }: Pick<EntryRow, 'topic_id' | 'entry_id'>,
): Promise<void> {
  const seq = await nextSeq(tx, topic_id)
  await insertChange(tx, { topic_id, seq, entry_id, content_hash: null, mode: null, refresh_after: null })
}

const insertChange = insertRow('search_changes', {
  topic_id: true,
  seq: true,
  entry_id: true,
  content_hash: true,
  mode: true,
  refresh_after: true,
})

const increase = preparedQuery<{ topic: string }>()((db, p) =>
  db
    .updateTable('search_topics')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('topic_id', '=', p('topic'))
    .returning('seq'),
)

const begin = insertRow('search_topics', {
  topic_id: true,
  epoch: true,
  seq: true,
  packed_seq: true,
  segments: true,
  packing_until: true,
})

/** The row lock keeps the numbers of a topic in the order of their commits, so that no indexer misses one. */
async function nextSeq(tx: Tx, topic: string): Promise<number> {
  const increased = await increase.first(tx, { topic })
  if (increased !== null) return increased.seq
  await begin(tx, {
    topic_id: topic,
    // Tells one making of a projection from the next; nothing is named by it.
    epoch: randomUUID(),
    seq: 1,
    packed_seq: 0,
    segments: '[]',
    packing_until: null,
  })
  return 1
}
