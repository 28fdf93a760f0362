import type { UnitOfWork } from '../command/unit-of-work.ts'
import { insertRow } from '../storage/portable.ts'
import type { TopicRow, VisibilityChangeRow } from '../storage/rows/topics.ts'
import type { Db, Tx } from '../storage/storage.ts'
import { appendChange, nextChangePosition, visibilityChange } from './changes.ts'

const insert = insertRow('visibility_changes', {
  change_id: true,
  topic_id: true,
  position: true,
  changed_at: true,
  changed_by: true,
  from_visibility: true,
  to_visibility: true,
  from_profile: true,
  to_profile: true,
  reason: true,
})

/**
 * Appends to the history of the topic and to the streams, which may be those that a restore makes anew. A change of the
 * profile alone moves no stream: what can be read stays the same.
 */
export async function appendVisibilityChange(
  unit: UnitOfWork,
  change: Pick<TopicRow, 'visibility' | 'profile'> & { topic: TopicRow; reason: string },
  streams: Tx = unit.tx,
): Promise<void> {
  const { topic, visibility, profile, reason } = change
  const position = await nextChangePosition(streams, topic.id, unit.now)
  const [last] = await listVisibilityChanges(unit.tx, { topicId: topic.id, before: null, limit: 1 })
  const row = {
    change_id: unit.newId(),
    topic_id: topic.id,
    position: (last?.position ?? 0) + 1,
    changed_at: position.at,
    changed_by: unit.caller.label,
    from_visibility: topic.visibility,
    to_visibility: visibility,
    from_profile: topic.profile,
    to_profile: profile,
    reason,
  }
  await insert(unit.tx, row)
  if (visibility !== topic.visibility) await appendChange(streams, position, visibilityChange(row))
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
