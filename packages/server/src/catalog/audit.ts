import type { OperationId } from '@colophon/contract'
import type { UnitOfWork } from '../command/unit-of-work.ts'
import { insertRow } from '../storage/portable.ts'

const insert = insertRow('audit', {
  audit_id: true,
  at: true,
  actor_id: true,
  actor_label: true,
  action: true,
  target: true,
  topic_id: true,
  reason: true,
})

interface AuditEvent {
  /** An operation, or that somebody gave a client a part of a token. */
  action: OperationId | 'authorizeClient'
  target: string
  topicId?: string
  reason?: string
}

/** Writes down who did what to what, in the transaction that does it. */
export async function audit(unit: UnitOfWork, done: AuditEvent): Promise<void> {
  await insert(unit.tx, {
    audit_id: unit.newId(),
    at: unit.now,
    actor_id: unit.caller.identityId,
    actor_label: unit.caller.label,
    action: done.action,
    target: done.target,
    topic_id: done.topicId ?? null,
    reason: done.reason ?? null,
  })
}
