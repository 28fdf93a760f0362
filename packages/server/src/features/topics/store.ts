import { readableTopicIds } from '../../catalog/topics.ts'
import type { Caller } from '../../core/authority.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { TopicRow } from '../../storage/rows/topics.ts'
import type { Db } from '../../storage/storage.ts'

export async function listReadableTopics(
  db: Db,
  asked: { caller: Caller; after: string | null; limit: number },
): Promise<TopicRow[]> {
  const ids = await readableTopicIds(db, asked.caller)
  const wanted = ids.filter((id) => asked.after === null || id > asked.after).slice(0, asked.limit)
  if (wanted.length === 0) return []
  return db.selectFrom('topics').selectAll().where('id', 'in', wanted).orderBy('id').execute()
}

/** What lists show of a topic, by path: few enough to be looked at all at once, when its profile changes. */
export async function listedArticles(db: Db, topicId: string): Promise<Pick<EntryRow, 'path' | 'summary'>[]> {
  return db
    .selectFrom('entries')
    .select(['path', 'summary'])
    .where('topic_id', '=', topicId)
    .where('status', '=', 'published')
    .orderBy('path')
    .execute()
}
