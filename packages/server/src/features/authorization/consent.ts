import { AUTHORIZATION_LIMITS, isActive, READER_TOKEN_DAYS, type ScopeName } from '@colophon/contract'
import type { App } from '../../app.ts'
import { isPartOfToken } from '../../catalog/given-tokens.ts'
import { findToken, tokenStatus } from '../../catalog/tokens.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { sha256Hex } from '../../core/hash.ts'
import { problem } from '../../core/problem.ts'
import { addSeconds } from '../../core/utc-day.ts'
import type { AuthorizationRow, TokenRow } from '../../storage/rows/access.ts'
import type { ClientDocument } from './client-document.ts'
import { ALWAYS_GIVEN, type AuthorizationRequest, GRANTABLE, type GrantableScope } from './request.ts'
import {
  addAuthorization,
  changeAuthorization,
  findRequest,
  forgetAuthorizations,
  removeAuthorization,
} from './store.ts'

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** A secret that is nowhere kept but as its hash. */
export function newSecret(app: App): string {
  return Buffer.from(app.ambient.random(32)).toString('base64url')
}

export function isSecret(text: string | null): text is string {
  return text !== null && SECRET.test(text)
}

/** The secrets of a page of consent: that in its form, and that of the browser's cookie. */
export interface ConsentSecrets {
  readonly request: string
  readonly browser: string
}

/** Keeps what the client asked for, as its document was when it asked: nothing is fetched again. */
export async function keepRequest(
  unit: UnitOfWork,
  secrets: ConsentSecrets,
  { request, client }: { request: AuthorizationRequest; client: ClientDocument },
): Promise<void> {
  await forgetAuthorizations(unit.tx, addSeconds(unit.now, -AUTHORIZATION_LIMITS.rememberedSeconds))
  await addAuthorization(unit.tx, {
    authorization_id: unit.newId(),
    request_hash: sha256Hex(secrets.request),
    browser_hash: sha256Hex(secrets.browser),
    client_id: client.clientId,
    client_name: client.name,
    redirect_uri: request.redirectUri,
    state: request.state,
    resource: request.resource,
    code_challenge: request.codeChallenge,
    scopes: JSON.stringify(request.scopes),
    giver_token_id: null,
    identity_id: null,
    days: null,
    code_hash: null,
    used_at: null,
    token_id: null,
    created_at: unit.now,
    expires_at: addSeconds(unit.now, AUTHORIZATION_LIMITS.seconds),
  })
}

/** What waits for this page's visitor. An expired one is answered too: its page begins again. */
export async function requirePending(unit: UnitOfWork, secrets: ConsentSecrets): Promise<AuthorizationRow> {
  const hashes = { request: sha256Hex(secrets.request), browser: sha256Hex(secrets.browser) }
  const row = await findRequest(unit.tx, hashes)
  if (row === null || row.code_hash !== null)
    throw problem(
      'invalid_request',
      'This page of consent was answered already, belongs to another browser, or is too old. Begin again in the application.',
    )
  return row
}

export function isExpired(row: AuthorizationRow, now: string): boolean {
  return row.expires_at <= now
}

/** Whoever signed in with this token decides; the page gets another secret, so that the one before is worth nothing. */
export async function noteGiver(
  unit: UnitOfWork,
  row: AuthorizationRow,
  { tokenId, request }: { tokenId: string; request: string },
): Promise<TokenRow> {
  const giver = await requireGiver(unit, tokenId)
  await changeAuthorization(unit.tx, row.authorization_id, {
    giver_token_id: tokenId,
    request_hash: sha256Hex(request),
    expires_at: addSeconds(unit.now, AUTHORIZATION_LIMITS.seconds),
  })
  return giver
}

/** The token that gives a part of itself, as long as it can. */
async function requireGiver(unit: UnitOfWork, tokenId: string): Promise<TokenRow> {
  const giver = await findToken(unit.tx, { id: tokenId })
  if (giver === null || !isActive(tokenStatus(giver, unit.now)))
    throw problem('invalid_token', 'The bearer is malformed, unknown, expired or revoked.')
  if (isPartOfToken(giver))
    throw problem('forbidden', 'This bearer was given to an application itself, and gives nothing on.')
  return giver
}

/** What the client asked for and the giver has. */
export function scopesToGive(row: AuthorizationRow, giver: TokenRow): GrantableScope[] {
  const held = new Set(JSON.parse(giver.scopes) as ScopeName[])
  const asked = new Set(JSON.parse(row.scopes) as GrantableScope[])
  // The keys of a constant are its keys.
  return (Object.keys(GRANTABLE) as GrantableScope[]).filter((scope) => held.has(scope) && asked.has(scope))
}

/** For a reader that was just registered: it reads, as long as every reader may. */
export async function grantToReader(
  unit: UnitOfWork,
  row: AuthorizationRow,
  { identityId, code }: { identityId: string; code: string },
): Promise<void> {
  await makeCode(unit, row, {
    code,
    identity_id: identityId,
    giver_token_id: null,
    scopes: ['read'],
    days: READER_TOKEN_DAYS,
  })
}

interface GrantParams {
  readonly scopes: readonly string[]
  readonly days: number
  readonly code: string
}

/** Part of what the giver has; never more than was asked for, whatever the form says. */
export async function grantPart(unit: UnitOfWork, row: AuthorizationRow, given: GrantParams): Promise<void> {
  if (row.giver_token_id === null) throw problem('unauthenticated', 'Sign in first.')
  const giver = await requireGiver(unit, row.giver_token_id)
  const possible = scopesToGive(row, giver)
  const scopes = possible.filter((scope) => ALWAYS_GIVEN.has(scope) || given.scopes.includes(scope))
  if (given.scopes.some((scope) => !possible.some((one) => one === scope)))
    throw problem(
      'forbidden',
      'The form gives a scope that the application did not ask for, or that you do not have.',
    )
  if (!AUTHORIZATION_LIMITS.days.some((days) => days === given.days))
    throw problem('invalid_request', 'Choose one of the durations of the page.')
  const { identity_id } = giver
  await makeCode(unit, row, { ...given, scopes, identity_id, giver_token_id: giver.token_id })
}

interface CodeParams {
  readonly code: string
  readonly identity_id: string
  readonly giver_token_id: string | null
  readonly scopes: readonly GrantableScope[]
  readonly days: number
}

async function makeCode(unit: UnitOfWork, row: AuthorizationRow, made: CodeParams): Promise<void> {
  const { code, scopes, ...rest } = made
  await changeAuthorization(unit.tx, row.authorization_id, {
    ...rest,
    scopes: JSON.stringify(scopes),
    code_hash: sha256Hex(code),
    expires_at: addSeconds(unit.now, AUTHORIZATION_LIMITS.seconds),
  })
}

/** The visitor said no: nothing is left of it. */
export async function refuseRequest(unit: UnitOfWork, row: AuthorizationRow): Promise<void> {
  await removeAuthorization(unit.tx, row.authorization_id)
}
