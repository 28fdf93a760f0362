import type { ClosedLists } from '@colophon/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  type NewChange,
  publicationChange,
  retirementChange,
  visibilityChange,
} from '../../catalog/changes.ts'
import type { Db } from '../../storage/storage.ts'
import type { ReplayCursor } from './replay-store.ts'

/** What the streams of changes say of a record, and its place among all. */
export interface ReplayEvent extends NewChange {
  readonly topic_id: string
  /** Of what has the same time, changes of visibility come last, by their number in the topic; 0 for the others. */
  readonly position: number
}

/** Where the acts go on. */
interface ReplayPosition {
  at: string
  position: number
  record: string
  limit: number
}

/** Publications, retirements and changes of visibility together, in the order in which they were done. */
export const actsAfter: ReplayCursor<ReplayEvent> = async (
  db,
  [at = '', position = '0', record = ''],
  limit,
) => {
  const place = { at, position: Number(position), record, limit }
  const acts = [
    ...(await publicationsAfter(db, place)),
    ...(await retirementsAfter(db, place)),
    ...(await visibilityChangesAfter(db, place)),
  ]
  return acts.sort(inOrder).slice(0, limit)
}

function inOrder(one: ReplayEvent, other: ReplayEvent): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  if (one.position !== other.position) return one.position - other.position
  return one.record < other.record ? -1 : 1
}

async function publicationsAfter(
  db: Db,
  { at, position, record, limit }: ReplayPosition,
): Promise<ReplayEvent[]> {
  const rows = await db
    .selectFrom('publications')
    .selectAll()
    .select(visibilityThen('publications', 'published_at').as('visibility'))
    .where((eb) =>
      position === 0
        ? eb(eb.refTuple('published_at', 'publication_hash'), '>', eb.tuple(at, record))
        : eb('published_at', '>', at),
    )
    .orderBy('published_at')
    .orderBy('publication_hash')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...publicationChange(row, row.visibility),
    topic_id: row.topic_id,
    position: 0,
  }))
}

async function retirementsAfter(
  db: Db,
  { at, position, record, limit }: ReplayPosition,
): Promise<ReplayEvent[]> {
  const rows = await db
    .selectFrom('retirements')
    .selectAll()
    .select(visibilityThen('retirements', 'decided_at').as('visibility'))
    .where((eb) =>
      position === 0
        ? eb(eb.refTuple('decided_at', 'retirement_hash'), '>', eb.tuple(at, record))
        : eb('decided_at', '>', at),
    )
    .orderBy('decided_at')
    .orderBy('retirement_hash')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...retirementChange(row, row.visibility),
    topic_id: row.topic_id,
    position: 0,
  }))
}

async function visibilityChangesAfter(
  db: Db,
  { at, position, record, limit }: ReplayPosition,
): Promise<ReplayEvent[]> {
  const rows = await db
    .selectFrom('visibility_changes')
    .selectAll()
    .whereRef('from_visibility', '<>', 'to_visibility')
    .where((eb) =>
      eb(eb.refTuple('changed_at', 'position', 'change_id'), '>', eb.tuple(at, position, record)),
    )
    .orderBy('changed_at')
    .orderBy('position')
    .orderBy('change_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...visibilityChange(row), topic_id: row.topic_id, position: row.position }))
}

/** What the last change of visibility before an act says; none: topics begin as invited ones. */
function visibilityThen(table: string, at: string): RawBuilder<ClosedLists['visibility'] | null> {
  return sql<ClosedLists['visibility'] | null>`(
    select to_visibility from visibility_changes
    where visibility_changes.topic_id = ${sql.ref(`${table}.topic_id`)}
      and changed_at < ${sql.ref(`${table}.${at}`)}
    order by changed_at desc, position desc limit 1)`
}
