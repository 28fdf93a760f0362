import type { AnswerOf, Operations } from '@colophon/contract'
import { readGrants } from '../../catalog/tokens.ts'
import { tokenStatus } from '../../core/token-status.ts'
import type { TokenRow } from '../../storage/rows/access.ts'

type TokenView = AnswerOf<Operations['revokeToken']>
type Listed = TokenRow & { enrollment: string }

/** A token's metadata; the bearer is not stored, so it cannot be shown. */
export function tokenView(row: Listed, now: string): TokenView {
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
