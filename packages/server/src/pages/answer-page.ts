import { CACHE_SECONDS } from '@colophon/contract'
import type { App } from '../app.ts'
import { tagOf } from '../core/entity-tag.ts'
import { type Exchange, send } from '../http/answer.ts'
import { chooseEncoding, encodeBytes, matchesTag } from '../http/encoding.ts'
import type { Keep } from '../http/response-cache.ts'
import { bytesOf, type Written } from './html.ts'
import { securityHeaders } from './security-headers.ts'

/** A document that is ready to be sent. */
interface PageMarkup extends Written {
  readonly status: number
  readonly hasScripts: boolean
  /** It came with a credential, or could not, or is not finished: nobody else may be shown it. */
  readonly isPrivate: boolean
  /** It holds a CSRF token: compressed beside a text that somebody else chose it could be guessed. */
  readonly holdsToken: boolean
  /** Whoever prefers another form gets it under the same address. */
  readonly isNegotiated?: boolean
  /** Where else a form of it may lead. */
  readonly formTarget?: string | null
  /** Beside those that every page has. */
  readonly headers?: readonly string[]
}

/** Answers with a page; one for everybody is offered to the response cache. */
export async function answerWithPage(exchange: Exchange, page: PageMarkup, keep: Keep): Promise<void> {
  const { app, message, requestId } = exchange
  const isWhole = page.status === 200
  const tag = tagOf(page.text.replace(VOLATILE, ''), ...page.pieces)
  const shared = [
    'Cache-Control',
    page.isPrivate ? 'private, no-store' : publicFor(app),
    'Vary',
    page.isNegotiated
      ? 'Accept, Authorization, Cookie, Accept-Encoding'
      : 'Authorization, Cookie, Accept-Encoding',
    // Of what is missing a tag would tell that it is the same as before.
    ...(isWhole ? ['ETag', tag] : []),
    ...securityHeaders(app.settings, page),
    ...(page.headers ?? []),
  ]
  const plain = Buffer.concat(bytesOf(page))
  const encoding = page.holdsToken ? null : chooseEncoding(message.headers['accept-encoding'], plain.length)
  const bytes = encoding === null ? plain : await encodeBytes(plain, encoding)
  const headers = [
    ...shared,
    'Content-Type',
    'text/html; charset=utf-8',
    ...(encoding === null ? [] : ['Content-Encoding', encoding]),
    'Content-Length',
    String(bytes.length),
  ]
  if (isWhole && !page.isPrivate) keep({ tag, headers, shared: shared.length, bytes, timed: 'tenSeconds' })
  const own = ['X-Request-Id', requestId]
  if (isWhole && matchesTag(message.headers['if-none-match'], tag))
    return send(exchange, 304, [...shared, ...own], null)
  send(exchange, page.status, [...headers, ...own], bytes)
}

/** A page of a public topic is seen in a shared cache as long as an answer of the API is. */
export function publicFor({ settings }: App): string {
  return `public, max-age=${Math.min(CACHE_SECONDS.apiMaxAge, settings.publicMaxAge)}`
}

/** When a reference was looked up differs with every look at it: it is no other page. */
const VOLATILE = /&quot;checked_at&quot;: &quot;[^&]*&quot;/g
