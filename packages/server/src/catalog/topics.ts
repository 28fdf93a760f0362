import { isPublic } from '@colophon/contract'
import { sql } from 'kysely'
import { type Caller, hasGrant } from '../core/authority.ts'
import { cachedQuery, cachedRows } from '../storage/cached-query.ts'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { TopicRow } from '../storage/rows/topics.ts'
import type { Db, Tx } from '../storage/storage.ts'

const byId = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('topics').selectAll().where('id', '=', p('id')),
)

export const findTopic = cachedQuery(byId)

export const addTopic = insertRow('topics', {
  id: true,
  title: true,
  summary: true,
  visibility: true,
  profile: true,
  policy_hash: true,
  created_at: true,
})

const visibilities = cachedRows(
  preparedQuery<Record<never, string>>()((db) =>
    db.selectFrom('topics').select(['id', 'visibility', 'profile']).orderBy('id'),
  ),
)
const visibilityOf = cachedRows(
  preparedQuery<{ id: string }>()((db, p) =>
    db.selectFrom('topics').select(['id', 'visibility', 'profile']).where('id', '=', p('id')),
  ),
)

/** All of them, or one. */
function topicsNamed(db: Db, only: string | undefined) {
  return only === undefined ? visibilities(db, {}) : visibilityOf(db, { id: only })
}

/**
 * The topics whose published knowledge the caller can read, in the order of their slugs. Every list joins
 * on it, so that what is hidden is never counted, ordered or cut by a limit.
 */
export async function readableTopicIds(db: Db, caller: Caller, only?: string): Promise<string[]> {
  return (await readableTopics(db, caller, only)).map(({ id }) => id)
}

/** The same with what each topic is. */
export async function readableTopics(db: Db, caller: Caller, only?: string) {
  const topics = await topicsNamed(db, only)
  return topics.filter(({ id, visibility }) => isPublic(visibility) || hasGrant(caller, id))
}

/** Topics whose unpublished work the caller can see. */
export async function grantedTopicIds(db: Db, caller: Caller, only?: string): Promise<string[]> {
  const topics = await topicsNamed(db, only)
  return topics.map(({ id }) => id).filter((id) => hasGrant(caller, id))
}

/** The policy in force; the caller of this has compared the old one inside the same transaction. */
export async function setTopicPolicy(tx: Tx, topicId: string, policyHash: string): Promise<void> {
  await tx.updateTable('topics').set({ policy_hash: policyHash }).where('id', '=', topicId).execute()
}

export async function setTopicVisibility(
  tx: Tx,
  topicId: string,
  standing: Pick<TopicRow, 'visibility' | 'profile'>,
): Promise<void> {
  const { visibility, profile } = standing
  await tx.updateTable('topics').set({ visibility, profile }).where('id', '=', topicId).execute()
}

const counts = preparedQuery<{ id: string }>()((db, p) =>
  db
    .selectFrom('topics')
    .leftJoin('topic_counts', 'topic_counts.topic_id', 'topics.id')
    .leftJoin('aliases', (join) =>
      join.on('aliases.path', '=', sql<string>`'/' || topics.id || '/contribution-standard'`),
    )
    .leftJoin('entries', (join) =>
      join
        .onRef('entries.entry_id', '=', 'aliases.entry_id')
        .onRef('entries.path', '=', 'aliases.path')
        .on('entries.status', '=', 'published'),
    )
    .select([
      'topic_counts.total',
      'topic_counts.reviewed',
      'entries.entry_id',
      'entries.content_hash',
      'entries.path',
      'entries.title',
    ])
    .where('topics.id', '=', p('id')),
)
const cachedCounts = cachedQuery(counts)

/** A topic as its readers see it. */
export async function topicView(db: Db, topic: TopicRow) {
  const found = await cachedCounts(db, { id: topic.id })
  const standard = standardView(found)
  const total = found?.total ?? 0
  return {
    id: topic.id,
    title: topic.title,
    summary: topic.summary,
    visibility: topic.visibility,
    profile: topic.profile,
    policy_hash: topic.policy_hash,
    contribution_standard: standard,
    published_counts: {
      total,
      other_entries: total - (standard === null ? 0 : 1),
      reviewed: found?.reviewed ?? 0,
    },
    created_at: topic.created_at,
  }
}

interface StandardRow {
  entry_id: string | null
  content_hash: string | null
  path: string | null
  title: string | null
}

function standardView(row: StandardRow | null) {
  if (row === null) return null
  const { entry_id, content_hash, path, title } = row
  if (entry_id === null || content_hash === null || path === null || title === null) return null
  return { entry_id, content_hash, path, title }
}
