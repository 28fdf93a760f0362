import { type Problem, problem } from '../core/problem.ts'
import { ObjectLost } from '../storage/blobs/blob-store.ts'
import { answerProblem, type Exchange } from './answer.ts'
import { isOwnHost } from './hosts.ts'
import { asProblem } from './problem-document.ts'
import { ClientLeft } from './read-body.ts'

/** Tells the client what went wrong. */
export type Refuse = (exchange: Exchange, failed: Problem) => Promise<void> | void

/** Whatever happens inside, the client gets a problem document (or its page) and the log gets the cause. */
export async function exchangeSafely(
  exchange: Exchange,
  work: () => Promise<void>,
  refuse: Refuse = answerProblem,
): Promise<void> {
  const start = performance.now()
  try {
    requireOwnHost(exchange)
    await work()
  } catch (error) {
    if (error instanceof ClientLeft) return settleWithoutAnswer(exchange, performance.now() - start)
    const failed = asProblem(error)
    if (failed.code === 'overloaded') logFault(exchange, failed.cause)
    await refuse(exchange, failed)
  }
  const milliseconds = performance.now() - start
  exchange.app.telemetry.metrics.answered(exchange.operation, exchange.response.statusCode, milliseconds)
  logAccess(exchange, milliseconds)
}

/** In metrics only: nobody is sent it. What nginx counts under this number. */
const CLIENT_LEFT_STATUS = 499

/** The client's own doing is no fault of the server's: a line at `debug`. */
function settleWithoutAnswer(exchange: Exchange, milliseconds: number): void {
  exchange.response.destroy()
  exchange.app.telemetry.metrics.answered(exchange.operation, CLIENT_LEFT_STATUS, milliseconds)
  exchange.app.telemetry.log.debug('client left', requestFacts(exchange, milliseconds))
}

const SLOW_MILLISECONDS = 1000

/** Every answer at `debug`; at `info` what failed or was slow. Paths only: a query may hold what was searched for. */
function logAccess(exchange: Exchange, milliseconds: number): void {
  const { app, response } = exchange
  const isNotable = response.statusCode >= 500 || milliseconds > SLOW_MILLISECONDS
  const line = isNotable ? app.telemetry.log.warn : app.telemetry.log.debug
  line('request', { ...requestFacts(exchange, milliseconds), status: response.statusCode })
}

function requestFacts({ message, requestId }: Exchange, milliseconds: number) {
  return {
    request_id: requestId,
    method: message.method ?? '',
    path: String(message.url).split('?')[0] ?? '',
    milliseconds: Math.round(milliseconds),
  }
}

/** What is refused by a bound of our own has no cause: the line of its request says it. */
export function logFault({ app, requestId }: Pick<Exchange, 'app' | 'requestId'>, cause: unknown): void {
  if (cause === undefined) return
  const error = cause instanceof Error ? cause : null
  app.telemetry.log.error('fault', {
    request_id: requestId,
    ...(error instanceof ObjectLost ? { code: error.code } : {}),
    error: error?.message ?? String(cause),
    stack: error?.stack ?? '',
  })
}

/** Two Host headers, or none, leave open which site is asked; another site's is answered by nothing here. */
function requireOwnHost({ app, message }: Exchange): void {
  const hosts: string[] = []
  const { rawHeaders } = message
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]?.length === 4 && rawHeaders[place]?.toLowerCase() === 'host')
      hosts.push(rawHeaders[place + 1] ?? '')
  if (hosts.length === 0 && message.httpVersion === '1.0') return
  const [host = ''] = hosts
  if (hosts.length !== 1)
    throw problem('invalid_request', 'Send exactly one Host header.', {
      errors: [{ location: 'header', pointer: 'Host', message: 'must appear once' }],
    })
  if (!isOwnHost(app.settings, host) || !isOwnHost(app.settings, authorityOf(message.url) ?? host))
    throw problem('misdirected_request', `The Host is not that of ${app.settings.baseUrl}.`)
}

/** Of an address that was sent whole, where it goes before the Host (RFC 9112, 3.2.2); null for a path. */
function authorityOf(url = '/'): string | null {
  return url.startsWith('/') ? null : (/^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? null)
}
