import type { Handler } from '../../catalog/handler.ts'
import { ok } from '../../command/call.ts'
import { requireCurator } from '../../core/authority.ts'
import { healthOf } from './health-rules.ts'
import {
  findListedHeads,
  listChallenges,
  listExpiredHeads,
  listOverdueHeads,
  listRetiredHeads,
} from './health-store.ts'

export const getTopicHealth: Handler<'getTopicHealth'> = async (app, call) => {
  const db = app.storage.read
  const { topic } = await call.resolveResources(db)
  requireCurator(call.caller, topic.id)
  const now = app.ambient.now()
  const challenges = await listChallenges(db, topic.id)
  const hashes = [...new Set(challenges.map(({ content_hash }) => content_hash))]
  const heads = new Map(
    (await findListedHeads(db, topic.id, hashes)).map((head) => [head.content_hash, head]),
  )
  const challenged = challenges.flatMap(({ content_hash, since }) => {
    const head = heads.get(content_hash)
    return head === undefined ? [] : [{ ...head, since }]
  })
  const due = await listOverdueHeads(db, topic.id, now)
  const expired = await listExpiredHeads(db, topic.id, now)
  const retired = await listRetiredHeads(db, topic.id)
  return ok({
    topic_id: topic.id,
    as_of: now,
    ...healthOf({ due: [...due, ...expired], challenged, retired }),
  })
}
