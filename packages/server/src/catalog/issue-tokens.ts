import type { PresetName, ScopeName } from '@colophon/contract'
import type { UnitOfWork } from '../command/unit-of-work.ts'
import type { TokenSigner } from '../core/jwt.ts'
import { addDays } from '../core/utc-day.ts'
import { insertRow } from '../storage/portable.ts'
import type { IdentityRow, TokenRow } from '../storage/rows/access.ts'
import { givenBy } from './given-tokens.ts'

/** What a token allows, and for how long. */
export interface Authority {
  preset: PresetName | null
  scopes: ScopeName[]
  /** null: unrestricted; []: none. */
  topicGrants: string[] | null
  reviewGrants: string[] | null
  days: number
}

const addIdentity = insertRow('identities', {
  identity_id: true,
  participant_id: true,
  enrollment: true,
  label: true,
  created_at: true,
})

const addToken = insertRow('tokens', {
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
  unit: UnitOfWork,
  made: Pick<IdentityRow, 'enrollment' | 'label'>,
): Promise<IdentityRow> {
  const row = {
    identity_id: unit.newId(),
    participant_id: unit.newId(),
    enrollment: made.enrollment,
    label: made.label,
    created_at: unit.now,
  }
  await addIdentity(unit.tx, row)
  return row
}

interface TokenIssue {
  identity: IdentityRow
  label: string
  authority: Authority
  /** The token that it is a part of: it ends no later, and with it. */
  giver?: TokenRow | null
}

/** Records a token and signs its bearer, which is stored nowhere. */
export async function issueSignedToken(
  unit: UnitOfWork,
  signer: TokenSigner,
  { identity, label, authority, giver = null }: TokenIssue,
): Promise<{ row: TokenRow; bearer: string }> {
  const row: TokenRow = {
    token_id: unit.newId(),
    identity_id: identity.identity_id,
    label,
    preset: authority.preset,
    scopes: JSON.stringify(authority.scopes),
    topic_grants: grantsText(authority.topicGrants),
    review_grants: grantsText(authority.reviewGrants),
    issued_at: unit.now,
    issued_by: issuerOf(unit, giver),
    expires_at: earlier(addDays(unit.now, authority.days), giver?.expires_at ?? null),
    revoked_at: null,
    revoke_reason: null,
    last_used_at: null,
  }
  await addToken(unit.tx, row)
  return {
    row,
    bearer: await sign(signer, row, { scopes: authority.scopes, enrollment: identity.enrollment }),
  }
}

function issuerOf({ caller }: UnitOfWork, giver: TokenRow | null): string | null {
  if (giver !== null) return givenBy(giver.token_id)
  return caller.tokenId === '' ? null : caller.identityId
}

function earlier(one: string, other: string | null): string {
  return other !== null && other < one ? other : one
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
