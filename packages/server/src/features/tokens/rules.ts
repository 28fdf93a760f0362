import {
  type AnswerOf,
  type BodyOf,
  needsReviewGrants,
  type Operations,
  PRESETS,
  type ScopeName,
  TOKEN_LIMITS,
} from '@colophon/contract'
import type { Authority } from '../../catalog/issue-tokens.ts'
import { readGrants, tokenStatus } from '../../catalog/tokens.ts'
import { invalidField, problem } from '../../core/problem.ts'
import type { TokenRow } from '../../storage/rows/access.ts'

type IssueBody = BodyOf<Operations['issueToken']>

/** What a new token allows. Either a preset or scopes; grants left out differ from grants that are null. */
export function decideAuthority(body: IssueBody): Authority {
  const preset = body.preset ?? null
  if ((preset === null) === !body.scopes) throw invalidField('/scopes', 'give either a preset or scopes')
  if (needsReviewGrants(preset) && body.review_grants === undefined)
    throw invalidField('/review_grants', 'must be given, null or a list, with the preset reviewer')
  return {
    preset,
    scopes: preset === null ? scopesOf(body.scopes ?? []) : [...PRESETS[preset]],
    topicGrants: body.topic_grants ?? null,
    reviewGrants: body.review_grants === undefined ? [] : body.review_grants,
    days: body.expires_in_days ?? TOKEN_LIMITS.defaultDays,
  }
}

/** Every credential can read. */
function scopesOf(asked: readonly ScopeName[]): ScopeName[] {
  return [...new Set<ScopeName>(['read', ...asked])]
}

/** A revocation is kept as it was first made. */
export function requireUnrevoked(token: { revoked_at: string | null }): void {
  if (token.revoked_at !== null) throw problem('invalid_state', 'The token is already revoked.')
}

type TokenView = AnswerOf<Operations['revokeToken']>
type TokenListRow = TokenRow & { enrollment: string }

/** A token's metadata; the bearer is not stored, so it cannot be shown. */
export function tokenView(row: TokenListRow, now: string): TokenView {
  return {
    token_id: row.token_id,
    identity_id: row.identity_id,
    label: row.label,
    preset: row.preset as TokenView['preset'],
    scopes: JSON.parse(row.scopes) as TokenView['scopes'],
    topic_grants: readGrants(row.topic_grants),
    review_grants: readGrants(row.review_grants),
    issued_at: row.issued_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    status: tokenStatus(row, now),
    enrollment: row.enrollment as TokenView['enrollment'],
    last_used_at: row.last_used_at,
  }
}
