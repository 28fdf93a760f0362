import { SHUTDOWN_MILLISECONDS } from '@colophon/contract'
import type { HttpServer } from '../http/server.ts'
import type { Logger } from './logger.ts'

const IDLE_CHECK_MILLISECONDS = 50

/** What is stopped, in order: no new requests, answers in flight, engines. */
interface Stopping {
  server: HttpServer
  log: Logger
  closeEngines(): Promise<void>
}

/**
 * Stops once, on SIGTERM or SIGINT, and exits 0; a repeated signal is harmless, because a process manager and
 * a terminal may both send one. A fault that nobody caught stops the same way and exits 1.
 */
export function stopGracefully(stopping: Stopping): void {
  let begun = false
  const stop = (why: string, exitCode: number) => {
    if (begun) return
    begun = true
    stopping.log.info('stopping', { why })
    finish(stopping)
      .then(() => stopping.log.info('stopped'))
      .catch((error: unknown) => stopping.log.error('stopped by force', { error: String(error) }))
      .finally(() => process.exit(exitCode))
  }
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  process.on('uncaughtException', (error) => {
    stopping.log.error('uncaught fault', { error: error.message, stack: error.stack ?? '' })
    stop('fault', 1)
  })
}

async function finish({ server, closeEngines }: Stopping): Promise<void> {
  // A kept-alive connection that was answering when the stop began is idle only after its answer.
  const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS)
  const late = setTimeout(() => server.server.closeAllConnections(), SHUTDOWN_MILLISECONDS)
  await server.close()
  clearInterval(idle)
  clearTimeout(late)
  await closeEngines()
}
