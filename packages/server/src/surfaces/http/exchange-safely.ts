import type { IncomingMessage } from 'node:http'
import { type Problem, problem } from '../../core/problem.ts'
import { answerProblem, type Exchange } from './answer.ts'
import { asProblem } from './problem-document.ts'

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
    requireOneHost(exchange.message)
    await work()
  } catch (error) {
    const failed = asProblem(error)
    if (failed.code === 'overloaded') logFault(exchange, failed.cause)
    await refuse(exchange, failed)
  }
  const milliseconds = performance.now() - start
  exchange.app.metrics.answered(exchange.operation, exchange.response.statusCode, milliseconds)
  logAccess(exchange, milliseconds)
}

const SLOW_MILLISECONDS = 1000

/** Every answer at `debug`; at `info` what failed or was slow. Paths only: a query may hold what was searched for. */
function logAccess({ app, message, response, requestId }: Exchange, milliseconds: number): void {
  const isNotable = response.statusCode >= 500 || milliseconds > SLOW_MILLISECONDS
  const line = isNotable ? app.log.warn : app.log.debug
  line('request', {
    request_id: requestId,
    method: message.method ?? '',
    path: String(message.url).split('?')[0] ?? '',
    status: response.statusCode,
    milliseconds: Math.round(milliseconds),
  })
}

export function logFault({ app, requestId }: Pick<Exchange, 'app' | 'requestId'>, cause: unknown): void {
  const error = cause instanceof Error ? cause : null
  app.log.error('fault', {
    request_id: requestId,
    error: error?.message ?? String(cause),
    stack: error?.stack ?? '',
  })
}

/** Two Host headers, or none, leave open which site is asked. */
function requireOneHost(message: IncomingMessage): void {
  let hosts = 0
  const { rawHeaders } = message
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]?.length === 4 && rawHeaders[place]?.toLowerCase() === 'host') hosts += 1
  if (hosts !== 1 && message.httpVersion !== '1.0')
    throw problem('invalid_request', 'Send exactly one Host header.', {
      errors: [{ location: 'header', pointer: 'Host', message: 'must be there once' }],
    })
}
