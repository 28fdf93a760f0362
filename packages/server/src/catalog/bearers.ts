import type { ScopeName } from '@colophon/contract'
import type { Act } from '../command/act.ts'
import type { TokenSigner } from '../core/jwt.ts'
import { addDays } from '../core/utc-day.ts'
import { insertion } from '../storage/insertion.ts'
import type { IdentityRow, TokenRow } from '../storage/rows/access.ts'

/** What a token allows, and for how long. */
export interface Authority {
  preset: string | null
  scopes: ScopeName[]
  /** null: unrestricted; []: none. */
  topicGrants: string[] | null
  reviewGrants: string[] | null
  days: number
}

const addIdentity = insertion('identities', {
  identity_id: true,
  participant_id: true,
  enrollment: true,
  label: true,
  created_at: true,
})

const addToken = insertion('tokens', {
  token_id: true,
  identity_id: true,
  label: true,
  preset: true,
  scopes: true,
  topic_grants: true,
  review_grants: true,
  issued_at: true,
  issued_by: true,
  expires_at: true,
  revoked_at: true,
  revoke_reason: true,
  last_used_at: true,
})

/** A new identity; its pseudonym is random, so that it cannot be derived from the identity. */
export async function makeIdentity(
  act: Act,
  made: { enrollment: string; label: string },
): Promise<IdentityRow> {
  const row = {
    identity_id: act.newId(),
    participant_id: act.newId(),
    enrollment: made.enrollment,
    label: made.label,
    created_at: act.now,
  }
  await addIdentity(act.tx, row)
  return row
}

interface Issued {
  identity: IdentityRow
  label: string
  authority: Authority
}

/** Records a token and signs its bearer, which is stored nowhere. */
export async function issueBearer(
  act: Act,
  signer: TokenSigner,
  { identity, label, authority }: Issued,
): Promise<{ row: TokenRow; bearer: string }> {
  const row: TokenRow = {
    token_id: act.newId(),
    identity_id: identity.identity_id,
    label,
    preset: authority.preset,
    scopes: JSON.stringify(authority.scopes),
    topic_grants: grantsText(authority.topicGrants),
    review_grants: grantsText(authority.reviewGrants),
    issued_at: act.now,
    issued_by: act.caller.tokenId === '' ? null : act.caller.identityId,
    expires_at: addDays(act.now, authority.days),
    revoked_at: null,
    revoke_reason: null,
    last_used_at: null,
  }
  await addToken(act.tx, row)
  return {
    row,
    bearer: await sign(signer, row, { scopes: authority.scopes, enrollment: identity.enrollment }),
  }
}

function sign(
  signer: TokenSigner,
  row: TokenRow,
  claims: { scopes: readonly ScopeName[]; enrollment: string },
): Promise<string> {
  return signer.sign({
    sub: row.identity_id,
    jti: row.token_id,
    iat: Math.floor(Date.parse(row.issued_at) / 1000),
    exp: Math.floor(Date.parse(row.expires_at) / 1000),
    scope: claims.scopes.join(' '),
    enrollment: claims.enrollment,
  })
}

function grantsText(grants: readonly string[] | null): string | null {
  return grants === null ? null : JSON.stringify(grants)
}
