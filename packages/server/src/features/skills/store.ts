import { readableTopicIds } from '../../catalog/topics.ts'
import type { Caller } from '../../core/authority.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { Db } from '../../storage/storage.ts'

/** Listed entries of the topics that publish skills and that the caller can read, by path: a skill is known by its path. */
export async function listSkillRows(
  db: Db,
  asked: { caller: Caller; topic: string | undefined; after: string | null; limit: number },
): Promise<EntryRow[]> {
  const topics = await readableTopicIds(db, asked.caller, asked.topic)
  if (topics.length === 0) return []
  let query = db
    .selectFrom('entries')
    .innerJoin('topics', 'topics.id', 'entries.topic_id')
    .selectAll('entries')
    .where('entries.topic_id', 'in', topics)
    .where('topics.profile', '=', 'skills')
    .where('entries.status', '=', 'published')
  if (asked.after !== null) query = query.where('entries.path', '>', asked.after)
  return query.orderBy('entries.path').limit(asked.limit).execute()
}
