import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CACHE_SECONDS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { isAnonymous } from '../../core/authority.ts'
import { weakTag } from '../../core/entity-tag.ts'
import type { Problem } from '../../core/problem.ts'
import { cursorOf, isWritten, type WrittenAnswer } from '../../core/written-answer.ts'
import type { Outcome } from '../../road/invoke.ts'
import type { Encoding } from '../../storage/blobs/bytes-cache.ts'
import { chooseEncoding, encodeBytes } from './encoding.ts'
import { matchesTag } from './entity-tag.ts'
import type { KeptAnswer } from './express-lane.ts'
import { problemDocument, problemHeaders } from './problem-document.ts'
import { rateHeaders } from './rate-headers.ts'
import { isTooMuchToDrain } from './read-body.ts'

/** One request and its answer, as the HTTP surface has them. */
export interface Exchange {
  readonly app: App
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** As metrics name it. */
  readonly operation: string
}

/** On every answer that has a body: what is served is never run, framed or guessed at. */
export const SAFE = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
]
/** Hashes, which nothing makes shorter. */
const OCTETS = 'application/octet-stream'
const VARY = ['Vary', 'Authorization, Cookie, Accept-Encoding']

/** Offers an anonymous answer to the express lane. */
export type Keep = (answer: KeptAnswer) => void

/** Answers a GET: with 304 where the client has it, encoded where that was asked for. */
export async function answerGet(exchange: Exchange, outcome: Outcome, keep: Keep): Promise<void> {
  const answer =
    outcome.body instanceof Uint8Array
      ? await objectAnswer(exchange, outcome, outcome.body)
      : await textAnswer(exchange, outcome)
  if (isAnonymous(outcome.caller)) keep(answer)
  const own = [
    'X-Request-Id',
    exchange.requestId,
    ...rateHeaders(outcome.allowances ?? [], exchange.app.now()),
  ]
  if (matchesTag(exchange.message.headers['if-none-match'], answer.tag))
    return send(exchange, 304, [...answer.headers.slice(0, answer.shared), ...own], null)
  send(exchange, 200, [...answer.headers, ...own], answer.bytes)
}

/** JSON, or the text of a document that says its own type. */
async function textAnswer(exchange: Exchange, outcome: Outcome): Promise<KeptAnswer> {
  const { bytes: plain, tag, nextCursor } = textOf(outcome.body)
  const type = outcome.headers?.['content-type'] ?? 'application/json; charset=utf-8'
  const shared = [
    ...commonHeaders(exchange, outcome, 'apiMaxAge'),
    'ETag',
    tag,
    ...nextLink(exchange, nextCursor),
  ]
  const encoding = chooseEncoding(exchange.message.headers['accept-encoding'], plain.length)
  const bytes = encoding === null ? plain : await encodeBytes(plain, encoding)
  const own = [...SAFE, 'Content-Type', type, ...encodedAs(encoding), ...lengthOf(bytes)]
  return {
    tag,
    headers: [...shared, ...own],
    shared: shared.length,
    bytes,
    isTimed: typeof outcome.body !== 'string',
  }
}

function textOf(body: unknown): Pick<WrittenAnswer, 'tag' | 'nextCursor'> & { bytes: Uint8Array } {
  if (isWritten(body)) return body
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { bytes: Buffer.from(text), tag: weakTag(text), nextCursor: cursorOf(body) }
}

/** Stored bytes: the strong tag and the digest belong to the plain ones, an encoded answer has the weak tag. */
async function objectAnswer(exchange: Exchange, outcome: Outcome, plain: Uint8Array): Promise<KeptAnswer> {
  const {
    sha256 = '',
    link,
    deprecation,
    // Of what is read once: to keep it would push out what readers want.
    'read-once': isReadOnce,
    'content-type': type = OCTETS,
  } = outcome.headers ?? {}
  const asked = type === OCTETS ? undefined : exchange.message.headers['accept-encoding']
  const encoding = chooseEncoding(asked, plain.length)
  const tag = encoding === null ? `"${sha256}"` : `W/"${sha256}"`
  const shared = [...commonHeaders(exchange, outcome, 'publicMaxAge'), 'ETag', tag]
  if (link) shared.push('Link', link)
  if (deprecation) shared.push('Deprecation', deprecation)
  const bytes =
    encoding === null
      ? plain
      : isReadOnce
        ? await encodeBytes(plain, encoding)
        : await encodedObject(exchange.app, { sha256, encoding }, plain)
  const own = [...SAFE, 'Content-Type', type, ...encodedAs(encoding), ...lengthOf(bytes)]
  if (encoding === null) own.push('Repr-Digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
  return { tag, headers: [...shared, ...own], shared: shared.length, bytes, isTimed: false }
}

function encodedAs(encoding: Encoding | null): string[] {
  return encoding === null ? [] : ['Content-Encoding', encoding]
}

function lengthOf(bytes: Uint8Array): string[] {
  return ['Content-Length', String(bytes.length)]
}

/** Compressed once, kept by hash and encoding. */
async function encodedObject(
  app: App,
  { sha256, encoding }: { sha256: string; encoding: Encoding },
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const kept = app.bytes.get(sha256, encoding)
  if (kept !== null) return kept
  const encoded = await encodeBytes(bytes, encoding)
  app.bytes.set(sha256, encoded, encoding)
  return encoded
}

export function answerPost(exchange: Exchange, outcome: Outcome): void {
  const text = JSON.stringify(outcome.body)
  const headers = [
    'X-Request-Id',
    exchange.requestId,
    ...SAFE,
    'Cache-Control',
    'private, no-store',
    ...VARY,
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(text)),
    ...(outcome.replayed ? ['Idempotency-Replayed', 'true'] : []),
    ...(outcome.headers?.['set-cookie'] ? ['Set-Cookie', outcome.headers['set-cookie']] : []),
    ...rateHeaders(outcome.allowances ?? [], exchange.app.now()),
  ]
  send(exchange, outcome.status, headers, text)
}

export function answerProblem(exchange: Exchange, failed: Problem): void {
  const { app, requestId } = exchange
  const document = problemDocument(failed, { baseUrl: app.settings.baseUrl, requestId })
  const bytes = Buffer.from(JSON.stringify(document))
  const headers = [
    'X-Request-Id',
    requestId,
    ...SAFE,
    'Cache-Control',
    'private, no-store',
    ...VARY,
    'Content-Type',
    'application/problem+json; charset=utf-8',
    ...lengthOf(bytes),
    ...problemHeaders(failed),
    ...rateHeaders(failed.allowances, app.now()),
  ]
  send(exchange, failed.status, headers, bytes)
}

/** Those that a 304 repeats. */
function commonHeaders(exchange: Exchange, outcome: Outcome, kind: 'apiMaxAge' | 'publicMaxAge'): string[] {
  return ['Cache-Control', cacheControl(exchange, outcome, kind), ...VARY]
}

/** Whatever came with a credential is for nobody else; a public answer may be kept a short time, if at all. */
function cacheControl(exchange: Exchange, outcome: Outcome, kind: 'apiMaxAge' | 'publicMaxAge'): string {
  const { headers } = exchange.message
  if (!isAnonymous(outcome.caller) || headers.cookie !== undefined || headers.authorization !== undefined)
    return 'private, no-store'
  if (outcome.headers?.['cache-control']) return outcome.headers['cache-control']
  const { publicMaxAge } = exchange.app.settings
  const seconds = kind === 'publicMaxAge' ? publicMaxAge : Math.min(CACHE_SECONDS.apiMaxAge, publicMaxAge)
  return `public, max-age=${seconds}`
}

/** RFC 8288, relative to the request. */
function nextLink(exchange: Exchange, cursor: string | null): string[] {
  if (cursor === null) return []
  const [path = '', search = ''] = String(exchange.message.url).split('?')
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  return ['Link', `<${encodeURI(decodeURI(path))}?${query}>; rel="next"`]
}

/** A text is joined with the headers and written in one piece; HEAD has the same headers and no body. */
export function send(
  exchange: Exchange,
  status: number,
  headers: string[],
  body: string | Uint8Array | null,
): void {
  const { message, response } = exchange
  if (response.headersSent) return
  if (isTooMuchToDrain(message)) headers.push('Connection', 'close')
  response.writeHead(status, headers)
  if (body === null || message.method === 'HEAD') response.end()
  else response.end(body)
}
