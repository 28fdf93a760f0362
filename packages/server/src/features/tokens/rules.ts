import { type BodyOf, type Operations, PRESETS, type ScopeName, TOKEN_LIMITS } from '@colophon/contract'
import type { Authority } from '../../catalog/bearers.ts'
import { invalidField, problem } from '../../core/problem.ts'

type IssueBody = BodyOf<Operations['issueToken']>

/** What a new token allows. Either a preset or scopes; grants left out differ from grants that are null. */
export function decideAuthority(body: IssueBody): Authority {
  const preset = body.preset ?? null
  if ((preset === null) === !body.scopes) throw invalidField('/scopes', 'give either a preset or scopes')
  if (preset === 'reviewer' && body.review_grants === undefined)
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
  if (token.revoked_at !== null) throw problem('invalid_state', 'The token is revoked already.')
}
