import {
  Count,
  component,
  Enrollment,
  nullable,
  oneOf,
  Preset,
  Scope,
  Timestamp,
  TopicSlug,
  Uuid,
} from '../fields.ts'
import { Type } from '../type.ts'

export const Quota = component('Quota', {
  name: Type.String(),
  limit: Count,
  used: Count,
  resets_at: Timestamp,
})

export const Session = component('Session', {
  csrf_token: Type.String({ description: 'Send it as `X-CSRF-Token` with every write of the session.' }),
  expires_at: Timestamp,
})

export const SessionEnd = component('SessionEnd', { ended: Type.Boolean() })

const Grants = nullable(
  Type.Array(TopicSlug, { description: 'null: unrestricted within the enrollment; []: none.' }),
)

export const Me = component('Me', {
  identity_id: Uuid,
  label: Type.String(),
  enrollment: Enrollment,
  scopes: Type.Array(Scope),
  topic_grants: Grants,
  review_grants: Grants,
  access: component('AccessFlags', {
    can_signal: Type.Boolean(),
    can_send_feedback: Type.Boolean(),
    can_propose: Type.Boolean(),
    can_publish_direct: Type.Boolean(),
    can_review: Type.Boolean(),
    can_curate: Type.Boolean(),
    can_administer: Type.Boolean(),
  }),
  token_id: Uuid,
  expires_at: Timestamp,
  quotas: Type.Array(Quota),
})

const tokenFields = {
  token_id: Uuid,
  identity_id: Uuid,
  label: Type.String(),
  preset: nullable(Preset),
  scopes: Type.Array(Scope),
  topic_grants: Grants,
  review_grants: Grants,
  issued_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: nullable(Timestamp),
  status: oneOf(['active', 'expired', 'revoked']),
}

export const Token = component('Token', {
  ...tokenFields,
  enrollment: Enrollment,
  last_used_at: nullable(Timestamp),
})

export const IssuedToken = component('IssuedToken', {
  token: nullable(Type.String({ description: 'The bearer, shown once; null in a replay.' })),
  ...tokenFields,
})

export const TokenPage = component('TokenPage', {
  items: Type.Array(Token),
  next_cursor: nullable(Type.String()),
  counts: component('TokenCounts', { active: Count, expired: Count, revoked: Count }),
})
