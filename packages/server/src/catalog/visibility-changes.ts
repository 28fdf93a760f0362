import type { Act } from '../command/act.ts'
import { insertion } from '../storage/insertion.ts'
import type { TopicRow, VisibilityChangeRow } from '../storage/rows/topics.ts'
import type { Db } from '../storage/storage.ts'

const insert = insertion('visibility_changes', {
  change_id: true,
  topic_id: true,
  position: true,
  changed_at: true,
  changed_by: true,
  from_visibility: true,
  to_visibility: true,
  reason: true,
})

export async function appendVisibilityChange(
  act: Act,
  change: { topic: TopicRow; visibility: string; reason: string },
): Promise<void> {
  const { topic, visibility, reason } = change
  const [last] = await listVisibilityChanges(act.tx, { topicId: topic.id, before: null, limit: 1 })
  await insert(act.tx, {
    change_id: act.newId(),
    topic_id: topic.id,
    position: (last?.position ?? 0) + 1,
    changed_at: act.now,
    changed_by: act.caller.label,
    from_visibility: topic.visibility,
    to_visibility: visibility,
    reason,
  })
}

/** Newest first. */
export async function listVisibilityChanges(
  db: Db,
  asked: { topicId: string; before: number | null; limit: number },
): Promise<VisibilityChangeRow[]> {
  let query = db.selectFrom('visibility_changes').selectAll().where('topic_id', '=', asked.topicId)
  if (asked.before !== null) query = query.where('position', '<', asked.before)
  return query.orderBy('position', 'desc').limit(asked.limit).execute()
}
