import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CACHE_SECONDS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { isAnonymous } from '../../core/authority.ts'
import type { Problem } from '../../core/problem.ts'
import type { Outcome } from '../../road/invoke.ts'
import { chooseEncoding, encodeBytes } from './encoding.ts'
import { matchesTag, weakTag } from './entity-tag.ts'
import { problemDocument, problemHeaders } from './problem-document.ts'

/** One request and its answer, as the HTTP surface has them. */
export interface Exchange {
  readonly app: App
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

/** On every answer: what is served is never run, framed or guessed at. */
const SAFE = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
]
const VARY = ['Vary', 'Authorization, Cookie, Accept-Encoding']

/** Answers a GET: with 304 where the client has it, encoded where that was asked for. */
export async function answerGet(exchange: Exchange, outcome: Outcome): Promise<void> {
  if (outcome.body instanceof Uint8Array) return answerObject(exchange, outcome, outcome.body)
  const json = JSON.stringify(outcome.body)
  const tag = weakTag(json)
  const headers = [
    ...commonHeaders(exchange, outcome, 'apiMaxAge'),
    'ETag',
    tag,
    ...nextLink(exchange, outcome),
  ]
  if (matchesTag(exchange.message.headers['if-none-match'], tag)) return send(exchange, 304, headers, null)
  const bytes = Buffer.from(json)
  const encoding = chooseEncoding(exchange.message.headers['accept-encoding'], bytes.length)
  headers.push('Content-Type', 'application/json; charset=utf-8')
  if (encoding === null) return send(exchange, outcome.status, headers, bytes)
  send(
    exchange,
    outcome.status,
    [...headers, 'Content-Encoding', encoding],
    await encodeBytes(bytes, encoding),
  )
}

/** Stored bytes: the strong tag and the digest belong to the plain ones, an encoded answer has the weak tag. */
async function answerObject(exchange: Exchange, outcome: Outcome, bytes: Uint8Array): Promise<void> {
  const sha256 = outcome.headers?.sha256 ?? ''
  const encoding = chooseEncoding(exchange.message.headers['accept-encoding'], bytes.length)
  const tag = encoding === null ? `"${sha256}"` : `W/"${sha256}"`
  const headers = [...commonHeaders(exchange, outcome, 'publicMaxAge'), 'ETag', tag]
  if (outcome.headers?.link) headers.push('Link', outcome.headers.link)
  if (outcome.headers?.deprecation) headers.push('Deprecation', outcome.headers.deprecation)
  if (matchesTag(exchange.message.headers['if-none-match'], tag)) return send(exchange, 304, headers, null)
  headers.push('Content-Type', outcome.headers?.['content-type'] ?? 'application/octet-stream')
  if (encoding === null) {
    headers.push('Repr-Digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    return send(exchange, 200, headers, bytes)
  }
  headers.push('Content-Encoding', encoding)
  send(exchange, 200, headers, await encodedObject(exchange.app, `${sha256}.${encoding}`, bytes))
}

/** Compressed once, kept by hash and encoding. */
async function encodedObject(app: App, key: string, bytes: Uint8Array): Promise<Uint8Array> {
  const kept = app.bytes.get(key)
  if (kept !== null) return kept
  const encoded = await encodeBytes(bytes, key.endsWith('.br') ? 'br' : 'gzip')
  app.bytes.set(key, encoded)
  return encoded
}

export function answerPost(exchange: Exchange, outcome: Outcome): void {
  const headers = [
    'X-Request-Id',
    exchange.requestId,
    ...SAFE,
    'Cache-Control',
    'private, no-store',
    ...VARY,
    'Content-Type',
    'application/json; charset=utf-8',
    ...(outcome.replayed ? ['Idempotency-Replayed', 'true'] : []),
  ]
  send(exchange, outcome.status, headers, Buffer.from(JSON.stringify(outcome.body)))
}

export function answerProblem(exchange: Exchange, failed: Problem): void {
  const { app, requestId } = exchange
  const document = problemDocument(failed, { baseUrl: app.settings.baseUrl, requestId })
  const headers = [
    'X-Request-Id',
    requestId,
    ...SAFE,
    'Cache-Control',
    'private, no-store',
    ...VARY,
    'Content-Type',
    'application/problem+json; charset=utf-8',
    ...problemHeaders(failed),
  ]
  send(exchange, failed.status, headers, Buffer.from(JSON.stringify(document)))
}

function commonHeaders(exchange: Exchange, outcome: Outcome, kind: 'apiMaxAge' | 'publicMaxAge'): string[] {
  return [
    'X-Request-Id',
    exchange.requestId,
    ...SAFE,
    'Cache-Control',
    cacheControl(exchange, outcome, kind),
    ...VARY,
  ]
}

/** Whatever came with a credential is for nobody else; a public answer may be kept a short time. */
function cacheControl(exchange: Exchange, outcome: Outcome, kind: 'apiMaxAge' | 'publicMaxAge'): string {
  const { headers } = exchange.message
  if (!isAnonymous(outcome.caller) || headers.cookie !== undefined || headers.authorization !== undefined)
    return 'private, no-store'
  const { publicMaxAge } = exchange.app.settings
  const seconds = kind === 'publicMaxAge' ? publicMaxAge : Math.min(CACHE_SECONDS.apiMaxAge, publicMaxAge)
  return `public, max-age=${seconds}`
}

/** RFC 8288, relative to the request. */
function nextLink(exchange: Exchange, outcome: Outcome): string[] {
  const cursor = (outcome.body as { next_cursor?: unknown }).next_cursor
  if (typeof cursor !== 'string') return []
  const [path = '', search = ''] = String(exchange.message.url).split('?')
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  return ['Link', `<${encodeURI(decodeURI(path))}?${query}>; rel="next"`]
}

/** Written in one piece; HEAD has the same headers and no body. */
export function send(exchange: Exchange, status: number, headers: string[], bytes: Uint8Array | null): void {
  const { message, response } = exchange
  if (response.headersSent) return
  if (bytes !== null) headers.push('Content-Length', String(bytes.length))
  if (!message.complete && message.method === 'POST') headers.push('Connection', 'close')
  response.writeHead(status, headers)
  if (bytes === null || message.method === 'HEAD') response.end()
  else response.end(bytes)
}
