import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { preparedQuery } from '../../storage/portable.ts'
import type { Db, Storage, Tx } from '../../storage/storage.ts'
import { countBehind, type IndexingPhase } from '../postgres/progress.ts'
import type { Packing } from './messages.ts'

/** Changes that may have to be read anew at a start: of one topic, of all together when packing begins, and after it. */
const CHANGES = { ofTopic: 1000, ofAll: 2000, left: 500 } as const
/** What is claimed and not packed within this time, another process may pack. */
const CLAIM_MILLISECONDS = 300_000

/** Topics with so much to pack, alone or with the others, and no process that packs them. */
export async function dueTopics(db: Db): Promise<string[]> {
  const now = new Date().toISOString()
  const changed = await db
    .selectFrom('search_topics')
    .select(['topic_id', 'packing_until'])
    .select((eb) => eb('seq', '-', eb.ref('packed_seq')).as('changes'))
    .whereRef('seq', '>', 'packed_seq')
    .execute()
  const due = chooseDue(
    changed.map(({ topic_id, changes }) => ({ topic: topic_id, changes: Number(changes) })),
  )
  const claimed = new Set(
    changed.flatMap(({ topic_id, packing_until }) =>
      packing_until !== null && packing_until >= now ? [topic_id] : [],
    ),
  )
  return due.filter((topic) => !claimed.has(topic))
}

/** The same where the index is in the database: topics of which so much is not in it yet, and that no process makes. */
export async function topicsBehind(db: Db): Promise<string[]> {
  const { rows } = await sql<ListedTopicRow>`
    select t.topic_id, t.seq, t.epoch, p.epoch as made_of, p.seq as made, p.phase, p.claimed_until
    from search_topics t left join search_progress p on p.topic_id = t.topic_id`.execute(db)
  const now = Math.floor(Date.now() / 1000)
  const free = rows.filter(({ claimed_until }) => claimed_until === null || claimed_until < now)
  const changed = free.map((row) => ({ topic: row.topic_id, changes: countBehind(stateOf(row)) }))
  return chooseDue(changed.filter(({ changes }) => changes > 0))
}

interface ListedTopicRow {
  topic_id: string
  seq: number
  epoch: string
  made_of: string | null
  made: number | null
  phase: IndexingPhase | null
  claimed_until: number | null
}

function stateOf({ seq, epoch, made_of, made, phase }: ListedTopicRow): Parameters<typeof countBehind>[0] {
  const isBegun = made_of !== null && made !== null && phase !== null
  return { epoch, seq, progress: isBegun ? { epoch: made_of, seq: made, phase } : null }
}

/**
 * Large topics each when they are due; of many small ones, once they have much to read together, those with the most, so
 * that a run is worth its process.
 */
export function chooseDue(changed: readonly { topic: string; changes: number }[]): string[] {
  const byMost = changed.toSorted((one, other) => other.changes - one.changes)
  let left = byMost.reduce((sum, { changes }) => sum + changes, 0)
  const areManyDue = left >= CHANGES.ofAll
  return byMost.flatMap(({ topic, changes }) => {
    const isDue = changes >= CHANGES.ofTopic || (areManyDue && left > CHANGES.left)
    if (!isDue) return []
    left -= changes
    return [topic]
  })
}

/** Does one step of a packing; false when another process was there first. */
export function writePacking(storage: Storage, packing: Packing): Promise<boolean> {
  switch (packing.step) {
    case 'claim':
      return storage.write((tx) => claim(tx, packing))
    case 'part':
      return storage.write(async (tx) => {
        const { topicId: topic, segment, part, bytes } = packing
        await insertPart.run(tx, { topic, segment, part, bytes })
        return true
      })
    case 'remake':
      return storage.write((tx) => remakeIfSame(tx, packing))
    case 'use':
      return storage.write((tx) => useSegments(tx, packing))
    case 'discard':
      return storage.write(async (tx) => {
        await discardSegment.run(tx, { topic: packing.topicId, segment: packing.segment })
        return true
      })
    case 'drop':
      return storage.write(async (tx) => {
        await dropChanges.run(tx, { topic: packing.topicId, epoch: packing.epoch, up_to: packing.upTo })
        return true
      })
  }
}

const takeClaim = preparedQuery<{
  topic: string
  epoch: string
  packed: number
  now: string
  until: string
}>()((db, p) =>
  db
    .updateTable('search_topics')
    .set({ packing_until: p('until') })
    .where('topic_id', '=', p('topic'))
    .where('epoch', '=', p('epoch'))
    .where('packed_seq', '=', p('packed'))
    .where((eb) => eb.or([eb('packing_until', 'is', null), eb('packing_until', '<', p('now'))])),
)

async function claim(tx: Tx, packing: Packing & { step: 'claim' }): Promise<boolean> {
  // Between processes and not part of any record: the machine's clock will do.
  const now = Date.now()
  const taken = await takeClaim.run(tx, {
    topic: packing.topicId,
    epoch: packing.epoch,
    packed: packing.packedSeq,
    now: new Date(now).toISOString(),
    until: new Date(now + CLAIM_MILLISECONDS).toISOString(),
  })
  return taken === 1
}

const insertPart = preparedQuery<{ topic: string; segment: string; part: number; bytes: Uint8Array }>()(
  (db, p) =>
    db
      .insertInto('search_segments')
      .values({ topic_id: p('topic'), segment: p('segment'), part: p('part'), bytes: p('bytes') }),
)

const setSegments = preparedQuery<{
  topic: string
  epoch: string
  packed: number
  up_to: number
  segments: string
}>()((db, p) =>
  db
    .updateTable('search_topics')
    .set({ packed_seq: p('up_to'), segments: p('segments'), packing_until: null })
    .where('topic_id', '=', p('topic'))
    .where('epoch', '=', p('epoch'))
    .where('packed_seq', '=', p('packed')),
)

const discardSegment = preparedQuery<{ topic: string; segment: string }>()((db, p) =>
  db.deleteFrom('search_segments').where('topic_id', '=', p('topic')).where('segment', '=', p('segment')),
)

/** Of this list only: one that was made anew counts from the beginning. */
const dropChanges = preparedQuery<{ topic: string; epoch: string; up_to: number }>()((db, p) =>
  db
    .deleteFrom('search_changes')
    .where('topic_id', '=', p('topic'))
    .where('seq', '<=', p('up_to'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('search_topics')
          .select('epoch')
          .where('topic_id', '=', p('topic'))
          .where('epoch', '=', p('epoch')),
      ),
    ),
)

/**
 * Puts the new segments in the place of the old ones and of the changes that are in them, which are removed in steps
 * of their own. What a packing left behind that was ended half done goes at once.
 */
async function useSegments(tx: Tx, packing: Packing & { step: 'use' }): Promise<boolean> {
  const { topicId: topic, epoch, packedSeq: packed, upTo: up_to, segments, replaced } = packing
  const taken = await setSegments.run(tx, { topic, epoch, packed, up_to, segments: JSON.stringify(segments) })
  const kept = taken === 1 ? [...segments, ...replaced] : await segmentsInUse(tx, topic)
  let unused = tx.deleteFrom('search_segments').where('topic_id', '=', topic)
  if (kept.length > 0) unused = unused.where('segment', 'not in', kept)
  await unused.execute()
  return taken === 1
}

async function segmentsInUse(tx: Tx, topic: string): Promise<string[]> {
  const row = await tx
    .selectFrom('search_topics')
    .select('segments')
    .where('topic_id', '=', topic)
    .executeTakeFirst()
  return row === undefined ? [] : (JSON.parse(row.segments) as string[])
}

async function remakeIfSame(tx: Tx, { topicId, epoch }: Packing & { step: 'remake' }): Promise<boolean> {
  const known = await tx
    .selectFrom('search_topics')
    .select('epoch')
    .where('topic_id', '=', topicId)
    .executeTakeFirst()
  if (known?.epoch !== epoch) return false
  await remakeSearch(tx, topicId)
  return true
}

/** Lists what a topic's entries say, from the beginning: for segments of another version, and for a rebuild. */
export async function remakeSearch(tx: Tx, topicId: string): Promise<void> {
  await tx.deleteFrom('search_segments').where('topic_id', '=', topicId).execute()
  await tx.deleteFrom('search_changes').where('topic_id', '=', topicId).execute()
  await tx.deleteFrom('search_topics').where('topic_id', '=', topicId).execute()
  const seq = sql<number>`row_number() over (order by entry_id)`.as('seq')
  const listed = tx
    .selectFrom('entries')
    .select(['topic_id', seq, 'entry_id', 'content_hash', 'mode', 'refresh_after'])
    .where('topic_id', '=', topicId)
    .where('status', '=', 'published')
  const { numInsertedOrUpdatedRows: count = 0n } = await tx
    .insertInto('search_changes')
    .columns(['topic_id', 'seq', 'entry_id', 'content_hash', 'mode', 'refresh_after'])
    .expression(listed)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('search_topics')
    .values({
      topic_id: topicId,
      epoch: randomUUID(),
      seq: Number(count),
      packed_seq: 0,
      segments: '[]',
      packing_until: null,
    })
    .execute()
}
