import type { IncomingMessage } from 'node:http'

/** For the site's own pages alone: what they do is done with a cookie, or is no business of other sites. */
const CLOSED = /^\/(console|metrics|oauth\/(authorize|consent)|api\/v1\/(session|admin))(\/|$)/

/** What a script may read of an answer beside its body. */
const EXPOSED = [
  'ETag',
  'Link',
  'Repr-Digest',
  'Content-Digest',
  'Content-Range',
  'Accept-Ranges',
  'Deprecation',
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'WWW-Authenticate',
].join(', ')

const OPEN = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED]
const NONE: readonly string[] = []

/**
 * Scripts of every site may read what anyone may, and what their own bearer may: neither comes along by itself. What
 * came with a cookie is for the site's own pages.
 */
export function corsHeaders({ headers, url = '' }: IncomingMessage): readonly string[] {
  return headers.cookie !== undefined || isClosedToScripts(url) ? NONE : OPEN
}

export function isClosedToScripts(url: string): boolean {
  return CLOSED.test(url.split('?')[0] ?? '')
}
