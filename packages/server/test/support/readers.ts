import { randomUUID } from 'node:crypto'
import type { AnswerOf, Operations } from '@colophon/contract'
import type { Answer } from './answer.ts'
import type { Site, Sites, Wish } from './site.ts'

export type Registered = AnswerOf<Operations['createIdentity']> & { token: string }

/** Limits that no test meets by accident. */
export const WIDE_LIMITS = {
  registrationsPerNetworkHour: 10_000,
  registrationsPerDay: 10_000,
  registrationsTotal: 10_000,
  signalsPerDay: 10_000,
  feedbackPerDay: 10_000,
  commandsPerDay: 10_000,
}

/** A server with wide limits and one published article to have an opinion about. */
export async function openWithArticle(sites: Sites, t: Parameters<Sites['open']>[0]) {
  const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools'] })
  const article = await site.publish({ path: '/tools/hammer' })
  return { site, hash: article.content_hash, article }
}

export function sendRegistration(site: Site, wish: Wish = {}): Promise<Answer> {
  return site.post('/api/v1/identities', {}, wish)
}

export async function register(site: Site, wish: Wish = {}): Promise<Registered> {
  const { token, ...identity } = (await sendRegistration(site, wish)).as('createIdentity')
  if (token === null) throw new Error('the registration was a replay')
  return { ...identity, token }
}

/** What a second token of an identity has of the first. */
const COPIED = [
  'identity_id',
  'label',
  'preset',
  'scopes',
  'topic_grants',
  'review_grants',
  'issued_at',
  'issued_by',
  'expires_at',
  'revoked_at',
  'revoke_reason',
  'last_used_at',
] as const

/** A second token of a reader's identity, as an operator's deliberate replacement would be. */
export async function secondToken(site: Site, reader: Registered): Promise<string> {
  const { app } = site
  const tokenId = randomUUID()
  const now = app.ambient.now()
  await app.storage.write((tx) =>
    tx
      .insertInto('tokens')
      .columns(['token_id', ...COPIED])
      .expression((eb) =>
        eb
          .selectFrom('tokens')
          .select((column) => [column.val(tokenId).as('token_id'), ...COPIED])
          .where('token_id', '=', reader.token_id),
      )
      .execute(),
  )
  return app.keys.signer.sign({
    sub: reader.identity_id,
    jti: tokenId,
    iat: Math.floor(Date.parse(now) / 1000),
    exp: Math.floor(Date.parse(reader.expires_at) / 1000),
    scope: 'read',
    enrollment: 'public',
  })
}

export function signal(site: Site, hash: string, body: unknown, wish: Wish): Promise<Answer> {
  return site.post(`/api/v1/objects/${hash}/signals`, body, wish)
}

export async function report(site: Site, hash: string, body: unknown, wish: Wish) {
  return (await signal(site, hash, body, wish)).as('reportSignal')
}

export function correct(site: Site, reportId: string, body: unknown, wish: Wish): Promise<Answer> {
  return site.post(`/api/v1/signals/reports/${reportId}`, body, wish)
}

export async function summary(site: Site, hash: string, wish: Wish = {}) {
  return (await site.get(`/api/v1/objects/${hash}/signals`, wish)).as('getSignals')
}

/** Counts of a window as `up/down/participants`. */
export function counted(window: { up: number; down: number; participants: number }): string {
  return `${window.up}/${window.down}/${window.participants}`
}
