import { line, oneOf, optional, Preset, Scope, strictObject, TopicSlug, text, Uuid } from '../fields.ts'
import { FIELD_LIMITS, TOKEN_LIMITS } from '../limits.ts'
import { ADMINISTRATOR, BEARER, operation } from '../operation.ts'
import { Type } from '../schema.ts'
import { IssuedToken, Me, Session, SessionEnd, Token, TokenPage } from '../schemas/access.ts'
import { pageQuery } from '../schemas/page.ts'

const grants = optional(Type.Array(TopicSlug, { maxItems: FIELD_LIMITS.grants, uniqueItems: true }))

/** Sessions, tokens and the caller. */
export const access = {
  getMe: operation({
    id: 'getMe',
    method: 'GET',
    path: '/api/v1/me',
    tag: 'access',
    summary: 'Read what the credential allows',
    access: BEARER,
    status: 200,
    answer: Me,
  }),
  revokeMe: operation({
    id: 'revokeMe',
    method: 'POST',
    path: '/api/v1/me/revoke',
    tag: 'access',
    summary: 'Revoke the token that makes this request',
    access: BEARER,
    body: strictObject({}),
    status: 200,
    answer: Token,
  }),
  createSession: operation({
    id: 'createSession',
    method: 'POST',
    path: '/api/v1/session',
    tag: 'access',
    summary: 'Exchange a bearer for a browser session',
    description:
      'For the human viewer; agents send their bearer. Needs `Origin`. Sets an HttpOnly, SameSite=Strict cookie for at most 12 hours and never past the token’s expiry. The key is required and nothing is kept under it: each call is a new session.',
    access: { ...BEARER, via: 'bearer' },
    body: strictObject({}),
    status: 200,
    answer: Session,
    storesNoOutcome: true,
    duringMaintenance: true,
    needsOrigin: true,
  }),
  getSession: operation({
    id: 'getSession',
    method: 'GET',
    path: '/api/v1/session',
    tag: 'access',
    summary: 'Read the CSRF token and the end of the session that the cookie names',
    access: { ...BEARER, via: 'session' },
    status: 200,
    answer: Session,
    duringMaintenance: true,
  }),
  endSession: operation({
    id: 'endSession',
    method: 'POST',
    path: '/api/v1/session/end',
    tag: 'access',
    summary: 'End the session that the cookie names',
    access: { ...BEARER, via: 'session' },
    body: strictObject({}),
    status: 200,
    answer: SessionEnd,
    storesNoOutcome: true,
    duringMaintenance: true,
  }),
  listTokens: operation({
    id: 'listTokens',
    method: 'GET',
    path: '/api/v1/admin/tokens',
    tag: 'administration',
    summary: 'List tokens, newest first, and count them by status',
    access: ADMINISTRATOR,
    query: strictObject({
      status: Type.Optional(oneOf(['all', 'active', 'expired', 'revoked'])),
      ...pageQuery,
    }),
    status: 200,
    answer: TokenPage,
  }),
  issueToken: operation({
    id: 'issueToken',
    method: 'POST',
    path: '/api/v1/admin/tokens',
    tag: 'administration',
    summary: 'Issue an invited token; the bearer is in this answer and nowhere else',
    description:
      'Give `preset` or `scopes`. `topic_grants` left out is unrestricted; `review_grants` left out is none, and must be given with the preset `reviewer`.',
    access: ADMINISTRATOR,
    body: strictObject({
      label: line(FIELD_LIMITS.labelCharacters),
      preset: optional(Preset),
      scopes: optional(Type.Array(Scope, { minItems: 1, uniqueItems: true })),
      topic_grants: grants,
      review_grants: grants,
      expires_in_days: optional(
        Type.Integer({ minimum: 1, maximum: TOKEN_LIMITS.largestDays, default: TOKEN_LIMITS.defaultDays }),
      ),
      identity_id: optional(Uuid),
    }),
    significantNulls: ['topic_grants', 'review_grants'],
    status: 201,
    answer: IssuedToken,
    keepsOutcome: true,
    operatorDuringMaintenance: true,
  }),
  revokeToken: operation({
    id: 'revokeToken',
    method: 'POST',
    path: '/api/v1/admin/tokens/{token_id}/revoke',
    tag: 'administration',
    summary: 'Revoke a token at once, in every server process',
    access: ADMINISTRATOR,
    params: { token_id: 'token' },
    body: strictObject({ reason: text(FIELD_LIMITS.reasonCharacters) }),
    status: 200,
    answer: Token,
    problems: ['invalid_state'],
  }),
} as const
