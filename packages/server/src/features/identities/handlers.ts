import { isInvited } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { findAllowances } from '../../command/allowance.ts'
import { ok } from '../../command/call.ts'
import { type Caller, hasScope, mayAdminister } from '../../core/authority.ts'

export const getMe: Handler<'getMe'> = async (app, call) => {
  const { caller } = call
  const allowances = await findAllowances(app, caller)
  return ok({
    identity_id: caller.identityId,
    label: caller.label,
    enrollment: caller.enrollment,
    scopes: [...caller.scopes],
    topic_grants: grants(caller.topicGrants),
    review_grants: grants(caller.reviewGrants),
    access: accessFlags(caller),
    token_id: caller.tokenId,
    expires_at: caller.expiresAt,
    quotas: allowances.map(({ name, limit, used, resets_at }) => ({ name, limit, used, resets_at })),
  })
}

function grants(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list]
}

function accessFlags(caller: Caller) {
  const invited = isInvited(caller.enrollment)
  return {
    can_signal: hasScope(caller, 'read'),
    can_send_feedback: !invited,
    can_propose: invited && hasScope(caller, 'propose'),
    can_publish_direct: invited && hasScope(caller, 'publish_direct'),
    can_review: invited && hasScope(caller, 'review'),
    can_curate: invited && hasScope(caller, 'curate'),
    can_administer: mayAdminister(caller),
  }
}
