import type { IncomingMessage } from 'node:http'
import { CACHE_SECONDS } from '@colophon/contract'
import { problem } from '../core/problem.ts'
import { type Exchange, send } from './answer.ts'
import { isClosedToScripts } from './cors.ts'

/** Headers that a script may send. */
const ASKABLE = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Range',
  'Range',
  // Some browsers let a script set it, and ask first.
  'User-Agent',
  'Content-Digest',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
].join(', ')

/** A browser asks before it sends what a plain form could not. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/** By the path alone: whether anything is there is the answer's to say. */
export function answerPreflight(exchange: Exchange): void {
  const { url = '' } = exchange.message
  const path = url.split('?')[0] ?? ''
  if (isClosedToScripts(path))
    throw problem('origin_mismatch', 'This operation is open to the pages of the site itself only.')
  send(
    exchange,
    204,
    [
      'X-Request-Id',
      exchange.requestId,
      'Access-Control-Allow-Origin',
      '*',
      'Access-Control-Allow-Methods',
      'GET, HEAD, POST',
      'Access-Control-Allow-Headers',
      ASKABLE,
      'Access-Control-Max-Age',
      String(CACHE_SECONDS.preflight),
    ],
    null,
  )
}
