import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { BYTE_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { notFound, problem } from '../core/problem.ts'
import { answerProblem, SAFE, send } from './answer.ts'
import { exchangeSafely } from './exchange-safely.ts'
import { hasToken } from './metrics-access.ts'

/** Metrics on an address of their own, which no proxy of the site leads to; null where none is set. */
export function createMetricsServer(app: App): { listen(): Promise<void>; close(): void } | null {
  const { address } = app.settings.metrics
  if (address === null) return null
  const options = { requireHostHeader: false, maxHeaderSize: BYTE_LIMITS.requestHeaders }
  const server = createServer(options, (message, response) => answer(app, message, response))
  return {
    async listen() {
      server.listen(address)
      await once(server, 'listening')
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answer(app: App, message: IncomingMessage, response: ServerResponse): void {
  const exchange = { app, message, response, requestId: app.ambient.newId(), operation: 'metrics' }
  const work = async () => {
    const { token } = app.settings.metrics
    if (message.url !== '/metrics' || (message.method !== 'GET' && message.method !== 'HEAD'))
      throw notFound()
    if (token !== null && !hasToken(message, token))
      throw problem('unauthenticated', 'Metrics need the bearer that COLOPHON_METRICS_TOKEN names.')
    const text = await app.telemetry.metrics.text()
    const headers = ['X-Request-Id', exchange.requestId, ...SAFE, 'Cache-Control', 'no-store']
    headers.push(
      'Content-Type',
      app.telemetry.metrics.contentType,
      'Content-Length',
      String(Buffer.byteLength(text)),
    )
    send(exchange, 200, headers, text)
  }
  exchangeSafely(exchange, work, answerProblem).catch(() => response.destroy())
}
