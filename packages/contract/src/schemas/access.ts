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
import type { ScopeName } from '../operation.ts'
import { type Static, Type } from '../schema.ts'

/** What the caller has used today of one allowance. */
export const Quota = component('Quota', {
  name: Type.String(),
  limit: Count,
  used: Count,
  resets_at: Timestamp,
})

/** A session of the console: what a page needs to write in its name. */
export const Session = component('Session', {
  csrf_token: Type.String({ description: 'Send it as `X-CSRF-Token` with every write of the session.' }),
  expires_at: Timestamp,
})

/** The answer to the end of a session. */
export const SessionEnd = component('SessionEnd', { ended: Type.Boolean() })

const Grants = nullable(
  Type.Array(TopicSlug, { description: 'null: unrestricted within the enrollment; []: none.' }),
)

/** The caller, as its credential makes it. */
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

/** A token as administrators list it; its bearer is in no list. */
export const Token = component('Token', {
  ...tokenFields,
  enrollment: Enrollment,
  last_used_at: nullable(Timestamp),
})

/** A token with its bearer, when it is issued. */
export const IssuedToken = component('IssuedToken', {
  token: nullable(Type.String({ description: 'The bearer, shown once; null in a replay.' })),
  ...tokenFields,
})

/** A page of tokens, with the counts of all. */
export const TokenPage = component('TokenPage', {
  items: Type.Array(Token),
  next_cursor: nullable(Type.String()),
  counts: component('TokenCounts', { active: Count, expired: Count, revoked: Count }),
})

/** The name of a role. */
export type PresetName = Static<typeof Preset>

/** The roles that a token can be issued with. */
export const PRESETS = {
  contributor: ['read', 'propose'],
  trusted_author: ['read', 'propose', 'publish_direct'],
  reviewer: ['read', 'review'],
  curator: ['read', 'propose', 'publish_direct', 'review', 'curate'],
  administrator: ['read', 'propose', 'publish_direct', 'review', 'curate', 'admin'],
} as const satisfies Record<PresetName, readonly ScopeName[]>
