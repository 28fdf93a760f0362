import { type ClosedLists, isPublic } from '@colophon/contract'
import { nextInstant } from '../core/utc-day.ts'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { PublicationRow, RetirementRow } from '../storage/rows/editorial.ts'
import type { ChangeRow } from '../storage/rows/log.ts'
import type { VisibilityChangeRow } from '../storage/rows/topics.ts'
import type { Db, Tx } from '../storage/storage.ts'

const insert = insertRow('changes', {
  topic_id: true,
  seq: true,
  public_seq: true,
  kind: true,
  record: true,
  at: true,
})

/** The ends of a topic's stream and of the public one, each found at the end of an index. */
const ends = preparedQuery<{ topic: string }>()((db, p) => {
  const ofTopic = db.selectFrom('changes').where('topic_id', '=', p('topic')).orderBy('seq', 'desc').limit(1)
  const ofPublic = db
    .selectFrom('changes')
    .where('public_seq', 'is not', null)
    .orderBy('public_seq', 'desc')
    .limit(1)
  return db.selectNoFrom([
    ofTopic.select('seq').as('seq'),
    ofTopic.select('at').as('at'),
    ofPublic.select('public_seq').as('public_seq'),
    ofPublic.select('at').as('public_at'),
  ])
})

const endOfPublic = preparedQuery<object>()((db) =>
  db.selectFrom('changes').select((eb) => eb.fn.max('public_seq').as('seq')),
)

/** The newest number of the public stream; 0 where nothing was done. */
export async function findPublicEnd(db: Db): Promise<number> {
  return (await endOfPublic.first(db, {}))?.seq ?? 0
}

/** Where the next act in a topic comes, and when it is done. */
interface ChangePosition {
  readonly topicId: string
  readonly at: string
  readonly seq: number
  /** Of the public stream, if it belongs there. */
  readonly publicSeq: number
}

/**
 * Acts of a topic and those of the public stream have strictly increasing times, whatever the clocks of the processes
 * say, so that the records alone tell their order: the streams are the same after a rebuild and after a restore. And a
 * walk through the index is pinned to a time: what comes later must be later. An invited topic moves neither the times
 * nor the numbers of another: that would tell of its work.
 */
export async function nextChangePosition(tx: Tx, topicId: string, now: string): Promise<ChangePosition> {
  const last = await ends.first(tx, { topic: topicId })
  return {
    topicId,
    at: nextInstant(last?.public_at ?? null, nextInstant(last?.at ?? null, now)),
    seq: (last?.seq ?? 0) + 1,
    publicSeq: (last?.public_seq ?? 0) + 1,
  }
}

/** What a stream says of a record. */
export type NewChange = Pick<ChangeRow, 'kind' | 'record' | 'at'> & { readonly isPublic: boolean }

/** Puts an act at the end of its topic's stream, and of the public one where it belongs there too. */
export async function appendChange(tx: Tx, position: ChangePosition, changed: NewChange): Promise<void> {
  const { kind, record, at, isPublic } = changed
  const { topicId, seq, publicSeq } = position
  await insert(tx, { topic_id: topicId, seq, public_seq: isPublic ? publicSeq : null, kind, record, at })
}

/** In the public stream is what was done while the topic was public. */
export function publicationChange(
  row: PublicationRow,
  visibility: ClosedLists['visibility'] | null,
): NewChange {
  const { publication_hash: record, published_at: at } = row
  return { kind: 'publication', record, at, isPublic: isPublic(visibility) }
}

export function retirementChange(
  row: RetirementRow,
  visibility: ClosedLists['visibility'] | null,
): NewChange {
  const { retirement_hash: record, decided_at: at } = row
  return { kind: 'retirement', record, at, isPublic: isPublic(visibility) }
}

/** Each change of visibility makes a topic public or takes it from the public. */
export function visibilityChange(row: VisibilityChangeRow): NewChange {
  return { kind: 'visibility', record: row.change_id, at: row.changed_at, isPublic: true }
}
