import type { ClosedLists } from '@colophon/contract'
import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import type { Caller } from '../../core/authority.ts'
import type { RevisionRow } from '../../storage/rows/catalog.ts'
import type { Db } from '../../storage/storage.ts'

/** A publication's place among all: its time and, within one millisecond, its hash. */
type IndexPosition = readonly [at: string, hash: string]

interface IndexParams {
  caller: Caller
  topic: string | undefined
  mode: ClosedLists['mode'] | undefined
  /** The newest place when the client began: later publications are not part of its walk. */
  pinned: IndexPosition | null
  after: IndexPosition | null
  limit: number
}

/**
 * Listed entries at the place of the publication that was newest for each when the walk began. What is
 * shown is the head of now.
 */
export async function listIndexRows(db: Db, asked: IndexParams) {
  const topics = await readableTopicIds(db, asked.caller, asked.topic)
  if (topics.length === 0) return []
  let query = db
    .selectFrom('revisions')
    .innerJoin('entries', 'entries.entry_id', 'revisions.entry_id')
    .selectAll('entries')
    .select(['revisions.published_at as place_at', 'revisions.publication_hash as place_hash'])
    .where('revisions.topic_id', 'in', topics)
    .where('entries.status', '=', 'published')
  if (asked.mode !== undefined) query = query.where('entries.mode', '=', asked.mode)
  const { pinned, after } = asked
  query = query.where((eb) => {
    if (pinned === null) return eb('revisions.superseded_at', 'is', null)
    const superseded = eb.refTuple('revisions.superseded_at', 'revisions.superseded_by')
    return eb.and([
      eb(eb.refTuple('revisions.published_at', 'revisions.publication_hash'), '<=', eb.tuple(...pinned)),
      eb.or([eb('revisions.superseded_at', 'is', null), eb(superseded, '>', eb.tuple(...pinned))]),
    ])
  })
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('revisions.published_at', 'revisions.publication_hash'), '<', eb.tuple(...after)),
    )
  return query
    .orderBy('revisions.published_at', 'desc')
    .orderBy('revisions.publication_hash', 'desc')
    .limit(asked.limit)
    .execute()
}

/** Newest first. */
export function listRevisionRows(
  db: Db,
  asked: RowPageParams<readonly string[]> & { entryId: string },
): Promise<RevisionRow[]> {
  const query = db.selectFrom('revisions').selectAll().where('entry_id', '=', asked.entryId)
  return pageOf(query, { by: ['published_at', 'publication_hash'], from: 'newest' }, asked).execute()
}
