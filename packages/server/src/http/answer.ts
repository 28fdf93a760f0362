import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CACHE_SECONDS } from '@colophon/contract'
import type { App } from '../app.ts'
import { isAnonymous } from '../core/authority.ts'
import { sha256Hex } from '../core/hash.ts'
import { type Problem, problem } from '../core/problem.ts'
import { writtenBody } from '../core/written-answer.ts'
import type { Outcome } from '../pipeline/dispatch.ts'
import type { Encoding } from '../storage/blobs/bytes-cache.ts'
import { corsHeaders } from './cors.ts'
import { chooseEncoding, encodeBytes, matchesTag } from './encoding.ts'
import { problemDocument, problemHeaders, rateHeaders } from './problem-document.ts'
import { rangeOf } from './range.ts'
import { isTooMuchToDrain } from './read-body.ts'
import type { CachedResponse, Keep } from './response-cache.ts'

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

/** Answers a GET: with 304 where the client has it, encoded where that was asked for. */
export async function answerGet(exchange: Exchange, outcome: Outcome, keep: Keep): Promise<void> {
  const range = requestedRange(exchange, outcome)
  const answer =
    outcome.body instanceof Uint8Array
      ? await objectAnswer(exchange, outcome, { plain: outcome.body, range })
      : await textAnswer(exchange, outcome)
  if (isAnonymous(outcome.caller) && range === 'whole') keep(answer)
  const own = [
    'X-Request-Id',
    exchange.requestId,
    ...rateHeaders(outcome.allowances ?? [], exchange.app.ambient.now()),
  ]
  if (matchesTag(exchange.message.headers['if-none-match'], answer.tag))
    return send(exchange, 304, [...answer.headers.slice(0, answer.shared), ...own], null)
  if (range === 'outside') throw outsideRange(outcome)
  send(exchange, range === 'whole' ? 200 : 206, [...answer.headers, ...own], answer.bytes)
}

type RequestedRange = ReturnType<typeof rangeOf>

/** Only what is offered in parts has a range; the strong tag is that of the plain bytes. */
function requestedRange({ message }: Exchange, { body, headers }: Outcome): RequestedRange {
  const isOffered = headers?.['accept-ranges'] !== undefined && body instanceof Uint8Array
  return isOffered ? rangeOf(message, { tag: `"${headers.sha256}"`, size: body.length }) : 'whole'
}

function outsideRange({ body, allowances = [] }: Outcome): Problem {
  const size = body instanceof Uint8Array ? body.length : 0
  const failed = problem('range_not_satisfiable', `The object has ${size} bytes; ask for some of them.`, {
    size,
  })
  failed.allowances = allowances
  return failed
}

/** JSON, or the text of a document that says its own type. */
async function textAnswer(exchange: Exchange, outcome: Outcome): Promise<CachedResponse> {
  const { bytes: plain, tag, nextCursor } = writtenBody(outcome.body)
  const type = outcome.headers?.['content-type'] ?? 'application/json; charset=utf-8'
  const shared = [
    ...commonHeaders(exchange, outcome, 'apiMaxAge'),
    'ETag',
    tag,
    ...(outcome.headers?.link ? ['Link', outcome.headers.link] : nextLink(exchange, nextCursor)),
  ]
  const encoding = chooseEncoding(exchange.message.headers['accept-encoding'], plain.length)
  const bytes = encoding === null ? plain : await encodeBytes(plain, encoding)
  const own = [...SAFE, 'Content-Type', type, ...encodedAs(encoding), ...lengthOf(bytes)]
  return {
    tag,
    headers: [...shared, ...own],
    shared: shared.length,
    bytes,
    timed: typeof outcome.body === 'string' ? null : 'second',
  }
}

/**
 * Stored bytes, or a part of them: the strong tag and the digest belong to the plain ones, an encoded answer has the weak
 * tag. A part is never encoded: its place is counted in the plain bytes.
 */
async function objectAnswer(
  exchange: Exchange,
  outcome: Outcome,
  { plain, range }: { plain: Uint8Array; range: RequestedRange },
): Promise<CachedResponse> {
  const {
    sha256 = '',
    link,
    deprecation,
    // Of what is read once: to keep it would push out what readers want.
    'read-once': isReadOnce,
    // Of what changes with the time: kept for no longer than other answers that do.
    'of-now': isOfNow,
    'content-type': type = OCTETS,
    'accept-ranges': ranges,
  } = outcome.headers ?? {}
  const isPlain = type === OCTETS || range !== 'whole'
  const asked = isPlain ? undefined : exchange.message.headers['accept-encoding']
  const encoding = chooseEncoding(asked, plain.length)
  const tag = encoding === null ? `"${sha256}"` : `W/"${sha256}"`
  const shared = [...commonHeaders(exchange, outcome, 'publicMaxAge'), 'ETag', tag]
  if (link) shared.push('Link', link)
  if (deprecation) shared.push('Deprecation', deprecation)
  if (ranges) shared.push('Accept-Ranges', ranges)
  const bytes =
    encoding === null
      ? partOf(plain, range)
      : isReadOnce
        ? await encodeBytes(plain, encoding)
        : await encodedObject(exchange.app, { sha256, encoding }, plain)
  const own = [...SAFE, 'Content-Type', type, ...encodedAs(encoding), ...lengthOf(bytes)]
  if (encoding === null) own.push('Repr-Digest', digestOf(sha256))
  if (typeof range === 'object')
    own.push(
      'Content-Range',
      `bytes ${range.start}-${range.end - 1}/${plain.length}`,
      'Content-Digest',
      digestOf(sha256Hex(bytes)),
    )
  return {
    tag,
    headers: [...shared, ...own],
    shared: shared.length,
    bytes,
    timed: isOfNow === undefined ? null : 'second',
  }
}

function partOf(plain: Uint8Array, range: RequestedRange): Uint8Array {
  return typeof range === 'object' ? plain.subarray(range.start, range.end) : plain
}

/** As RFC 9530 writes it. */
function digestOf(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`
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
    ...privateHeaders(exchange),
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(text)),
    ...(outcome.replayed ? ['Idempotency-Replayed', 'true'] : []),
    ...(outcome.headers?.['set-cookie'] ? ['Set-Cookie', outcome.headers['set-cookie']] : []),
    ...rateHeaders(outcome.allowances ?? [], exchange.app.ambient.now()),
  ]
  send(exchange, outcome.status, headers, text)
}

export function answerProblem(exchange: Exchange, failed: Problem): void {
  const { app, requestId } = exchange
  const document = problemDocument(failed, { baseUrl: app.settings.baseUrl, requestId })
  const bytes = Buffer.from(JSON.stringify(document))
  const headers = [
    ...privateHeaders(exchange),
    'Content-Type',
    'application/problem+json; charset=utf-8',
    ...lengthOf(bytes),
    ...problemHeaders(failed, { settings: app.settings, url: exchange.message.url ?? '' }),
    ...rateHeaders(failed.allowances, app.ambient.now()),
  ]
  send(exchange, failed.status, headers, bytes)
}

/** Of an answer that nobody keeps. */
function privateHeaders({ message, requestId }: Exchange): string[] {
  return [
    'X-Request-Id',
    requestId,
    ...SAFE,
    'Cache-Control',
    'private, no-store',
    ...VARY,
    ...corsHeaders(message),
  ]
}

/** Those that a 304 repeats. */
function commonHeaders(exchange: Exchange, outcome: Outcome, kind: 'apiMaxAge' | 'publicMaxAge'): string[] {
  const vary = outcome.headers?.vary === undefined ? VARY : ['Vary', `${outcome.headers.vary}, ${VARY[1]}`]
  return ['Cache-Control', cacheControl(exchange, outcome, kind), ...vary, ...corsHeaders(exchange.message)]
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
