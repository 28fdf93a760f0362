import { isActive, type ScopeName, TOKEN_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { findCredential, readGrants, tokenStatus } from '../catalog/tokens.ts'
import { ANONYMOUS, type Caller } from '../core/authority.ts'
import { sha256Hex } from '../core/hash.ts'
import { problem } from '../core/problem.ts'
import { csrfTokenOf, readSessionCookie } from '../core/session-cookie.ts'
import { addSeconds } from '../core/utc-day.ts'
import { findSession } from '../features/sessions/store.ts'
import { touchToken } from '../features/tokens/store.ts'
import type { Credential } from './request.ts'

const LONGEST_TOKEN = 4096
const REMEMBERED_TOKENS = 10_000

/** A genuine bearer's token id by the hash of its header: a signature is checked once, the records each time. */
const genuine = new WeakMap<App, Map<string, string>>()

/** Who asks. A bearer always decides, also beside a cookie and on public routes. */
export async function identify(app: App, credential: Credential): Promise<Caller> {
  if (credential.authorization.length > 0) return identifyToken(app, credential)
  return credential.cookie === null ? ANONYMOUS : identifySession(app, credential.cookie)
}

async function identifyToken(app: App, credential: Credential): Promise<Caller> {
  const tokenId = await genuineTokenId(app, credential.authorization)
  const row = tokenId === null ? null : await findActive(app, tokenId)
  if (row === null) throw problem('invalid_token', 'The bearer is malformed, unknown, expired or revoked.')
  return tokenCallerOf(row)
}

/**
 * A cookie that names no session is none: browsers send old ones everywhere. A session ends with its time,
 * its token's and its token's revocation.
 */
async function identifySession(app: App, cookie: string): Promise<Caller> {
  const secret = readSessionCookie(app.settings.baseUrl, cookie)
  if (secret === null) return ANONYMOUS
  const hash = sha256Hex(secret)
  const found = await findSession(app.storage.read, { hash })
  if (found === null || found.expires_at <= app.ambient.now()) return ANONYMOUS
  const row = await findActive(app, found.token_id)
  if (row === null) return ANONYMOUS
  return callerOf(row, {
    hash,
    csrfToken: csrfTokenOf(app.keys.csrfKey, secret),
    expiresAt: found.expires_at,
  })
}

/** A token that is worth something now, as the records say; that it was used is noted. */
async function findActive(app: App, tokenId: string): Promise<CredentialRow | null> {
  const row = await findCredential(app.storage.read, { id: tokenId })
  const now = app.ambient.now()
  if (row === null || !isActive(tokenStatus(row, now))) return null
  noteUse(app, row, now)
  return row
}

type CredentialRow = NonNullable<Awaited<ReturnType<typeof findCredential>>>

/** A row is shared while it stands, and so is the caller that is made of it. */
const tokenCallers = new WeakMap<CredentialRow, Caller>()

function tokenCallerOf(row: CredentialRow): Caller {
  const known = tokenCallers.get(row) ?? callerOf(row, null)
  tokenCallers.set(row, known)
  return known
}

function callerOf(row: CredentialRow, session: Caller['session']): Caller {
  return {
    via: session === null ? 'bearer' : 'session',
    identityId: row.identity_id,
    participantId: row.participant_id,
    tokenId: row.token_id,
    label: row.identity_label,
    enrollment: row.enrollment,
    scopes: new Set(JSON.parse(row.scopes) as ScopeName[]),
    topicGrants: readGrants(row.topic_grants),
    reviewGrants: readGrants(row.review_grants),
    expiresAt: row.expires_at,
    session,
  }
}

/** Exactly one header of exactly this form; every other spelling is malformed. */
async function genuineTokenId(app: App, headers: readonly string[]): Promise<string | null> {
  const [header] = headers
  if (header === undefined || headers.length > 1 || header.length > LONGEST_TOKEN) return null
  const known = genuine.get(app) ?? new Map<string, string>()
  genuine.set(app, known)
  const key = sha256Hex(header)
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const bearer = /^Bearer ([A-Za-z0-9_.-]+)$/i.exec(header)?.[1]
  const tokenId = bearer === undefined ? null : await app.keys.signer.verify(bearer, app.ambient.now())
  if (tokenId === null) return null
  if (known.size >= REMEMBERED_TOKENS) known.clear()
  known.set(key, tokenId)
  return tokenId
}

/** Written down after the answer, at most once a minute. */
function noteUse(app: App, row: { token_id: string; last_used_at: string | null }, now: string): void {
  const before = addSeconds(now, -TOKEN_LIMITS.lastUsedSeconds)
  if (row.last_used_at !== null && row.last_used_at >= before) return
  app.runInBackground(`token ${row.token_id}`, () =>
    app.storage.write((tx) => touchToken(tx, { tokenId: row.token_id, now, before })),
  )
}
