import Type from 'typebox'
import { line, oneOf, optional, Preset, Scope, strictObject, TopicSlug, text, Uuid } from '../fields.ts'
import { FIELD_LIMITS, TOKEN_LIMITS } from '../limits.ts'
import { ADMINISTRATOR, BEARER, operation } from '../operation.ts'
import { IssuedToken, Me, pageQuery, Token, TokenPage } from '../schemas.ts'

const grants = optional(Type.Array(TopicSlug, { maxItems: FIELD_LIMITS.grants, uniqueItems: true }))

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
