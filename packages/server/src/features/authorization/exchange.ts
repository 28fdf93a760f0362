import { createHash } from 'node:crypto'
import { AUTHORIZATION_LIMITS, isActive } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import { endToken } from '../../catalog/given-tokens.ts'
import { issueSignedToken } from '../../catalog/issue-tokens.ts'
import { findIdentity, findToken, readGrants, tokenStatus } from '../../catalog/tokens.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { ANONYMOUS } from '../../core/authority.ts'
import { sha256Hex } from '../../core/hash.ts'
import { isSameToken } from '../../core/session-cookie.ts'
import type { AuthorizationRow, IdentityRow, TokenRow } from '../../storage/rows/access.ts'
import type { GrantableScope } from './request.ts'
import { changeAuthorization, findCode } from './store.ts'

/** What a client sends for its token. */
interface CodeExchange {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
  readonly resource: string | null
}

/** What it gets. */
export interface IssuedAccess {
  readonly bearer: string
  readonly scopes: readonly GrantableScope[]
  readonly expiresAt: string
}

/**
 * A code is used up by the first attempt, whatever comes of it, and answers null for everything that is wrong. One that
 * comes a second time was stolen from somebody: what was issued for it ends.
 */
export async function exchangeCode(
  app: App,
  unit: UnitOfWork,
  sent: CodeExchange,
): Promise<IssuedAccess | null> {
  const row = await findCode(unit.tx, sha256Hex(sent.code))
  if (row === null) return null
  if (row.used_at !== null) {
    await endWhatWasIssued(unit, row)
    return null
  }
  await changeAuthorization(unit.tx, row.authorization_id, { used_at: unit.now })
  return fits(row, sent, unit.now) ? issue(app, unit, row) : null
}

async function endWhatWasIssued(unit: UnitOfWork, { token_id }: AuthorizationRow): Promise<void> {
  const token = token_id === null ? null : await findToken(unit.tx, { id: token_id })
  if (token === null || token.revoked_at !== null) return
  await endToken(unit, token.token_id, 'its authorization code was used twice')
}

function fits(row: AuthorizationRow, sent: CodeExchange, now: string): boolean {
  const isOfResource = sent.resource === null || row.resource === null || row.resource === sent.resource
  return (
    row.expires_at > now &&
    row.client_id === sent.clientId &&
    row.redirect_uri === sent.redirectUri &&
    isOfResource &&
    isVerifier(sent.verifier) &&
    isSameToken(createHash('sha256').update(sent.verifier).digest('base64url'), row.code_challenge)
  )
}

function isVerifier(text: string): boolean {
  const [least, most] = AUTHORIZATION_LIMITS.verifierCharacters
  return text.length >= least && text.length <= most && /^[A-Za-z0-9._~-]+$/.test(text)
}

/** The records decide anew: a giver that was revoked since then gives nothing. */
async function issue(app: App, unit: UnitOfWork, row: AuthorizationRow): Promise<IssuedAccess | null> {
  const identity = row.identity_id === null ? null : await findIdentity(unit.tx, { id: row.identity_id })
  if (identity === null || row.days === null) return null
  const giver = row.giver_token_id === null ? null : await findToken(unit.tx, { id: row.giver_token_id })
  if (row.giver_token_id !== null && (giver === null || !isActive(tokenStatus(giver, unit.now)))) return null
  const scopes = JSON.parse(row.scopes) as GrantableScope[]
  const issued = await issueSignedToken(unit, app.keys.signer, {
    identity,
    label: labelOf(row),
    authority: { preset: null, scopes, ...grantsOf(giver, scopes), days: row.days },
    giver,
  })
  await changeAuthorization(unit.tx, row.authorization_id, { token_id: issued.row.token_id })
  if (giver !== null)
    await writeDown(unit, identity, { tokenId: issued.row.token_id, clientId: row.client_id })
  return { bearer: issued.bearer, scopes, expiresAt: issued.row.expires_at }
}

/** As the list of tokens names it: by the host that was shown, before what the client says of itself. */
function labelOf({ client_id, client_name }: AuthorizationRow): string {
  const { host } = new URL(client_id)
  return client_name === null ? host : `${host} (${client_name})`
}

/** Those of a new reader are every reader's. */
function grantsOf(giver: TokenRow | null, scopes: readonly GrantableScope[]) {
  if (giver === null) return { topicGrants: null, reviewGrants: [] }
  const reviewGrants = scopes.includes('review') ? readGrants(giver.review_grants) : []
  return { topicGrants: readGrants(giver.topic_grants), reviewGrants }
}

function writeDown(
  unit: UnitOfWork,
  { identity_id: identityId, label }: IdentityRow,
  { tokenId, clientId }: { tokenId: string; clientId: string },
): Promise<void> {
  const caller = { ...ANONYMOUS, identityId, label }
  return audit({ ...unit, caller }, { action: 'authorizeClient', target: tokenId, reason: clientId })
}
