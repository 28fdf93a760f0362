import type { Act } from '../command/act.ts'
import { insertion } from '../storage/insertion.ts'
import type { TopicRow, VisibilityChangeRow } from '../storage/rows/topics.ts'
import type { Db, Tx } from '../storage/storage.ts'
import { appendChange, nextMoment, visibilityChange } from './changes.ts'

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

/** Appends to the history of the topic and to the streams, which may be those that a restore makes anew. */
export async function appendVisibilityChange(
  act: Act,
  change: { topic: TopicRow; visibility: string; reason: string },
  streams: Tx = act.tx,
): Promise<void> {
  const { topic, visibility, reason } = change
  const moment = await nextMoment(streams, topic.id, act.now)
  const [last] = await listVisibilityChanges(act.tx, { topicId: topic.id, before: null, limit: 1 })
  const row = {
    change_id: act.newId(),
    topic_id: topic.id,
    position: (last?.position ?? 0) + 1,
    changed_at: moment.at,
    changed_by: act.caller.label,
    from_visibility: topic.visibility,
    to_visibility: visibility,
    reason,
  }
  await insert(act.tx, row)
  await appendChange(streams, moment, visibilityChange(row))
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
