import type { OperationId } from '@colophon/contract'
import type { Act } from '../command/act.ts'
import { insertion } from '../storage/insertion.ts'

const insert = insertion('audit', {
  audit_id: true,
  at: true,
  actor_id: true,
  actor_label: true,
  action: true,
  target: true,
  topic_id: true,
  reason: true,
})

interface Audited {
  action: OperationId
  target: string
  topicId?: string
  reason?: string
}

/** Writes down who did what to what, in the transaction that does it. */
export async function audit(act: Act, done: Audited): Promise<void> {
  await insert(act.tx, {
    audit_id: act.newId(),
    at: act.now,
    actor_id: act.caller.identityId,
    actor_label: act.caller.label,
    action: done.action,
    target: done.target,
    topic_id: done.topicId ?? null,
    reason: done.reason ?? null,
  })
}
