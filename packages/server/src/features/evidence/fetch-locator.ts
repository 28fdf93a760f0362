import { RETRY_AFTER_SECONDS, URL_TRANSPORT_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { invalidField, problem } from '../../core/problem.ts'
import { LocatorRefused, parseLocator } from './locator.ts'
import { type TransportResult, transport } from './url-transport.ts'

/** Transports under way in this process, by the idempotency key of their command. */
const running = new WeakMap<App, Set<string>>()

/** Refuses a locator by its text alone. */
export function requireLocator(app: App, locator: string): void {
  try {
    parseLocator(locator, reachOf(app))
  } catch (error) {
    throw refusal(error)
  }
}

/** Fetches for one command; the same command at the same time waits for its outcome. */
export async function fetchLocator(
  app: App,
  asked: { locator: string; key: string },
): Promise<TransportResult & { checkedAt: string }> {
  if (app.settings.urlTransport === 'off')
    throw problem(
      'invalid_state',
      'The operator has disabled url-transport-v1. Send a row of manual-source-v1.',
    )
  const keys = running.get(app) ?? new Set()
  running.set(app, keys)
  if (keys.has(asked.key))
    throw problem('idempotency_in_progress', 'The first request with this key is still running.', {
      retryAfter: RETRY_AFTER_SECONDS.idempotencyInProgress,
    })
  if (keys.size >= URL_TRANSPORT_LIMITS.concurrent)
    throw problem('overloaded', 'Too many locators are being fetched.', {
      retryAfter: RETRY_AFTER_SECONDS.overloaded,
    })
  keys.add(asked.key)
  try {
    const found = await transport(asked.locator, { reach: reachOf(app) })
    return { ...found, checkedAt: app.ambient.now() }
  } catch (error) {
    throw refusal(error)
  } finally {
    keys.delete(asked.key)
  }
}

function reachOf(app: App) {
  return app.settings.urlTransport === 'any' ? 'any' : 'public'
}

/** The same words for every place in the redirects: nothing tells what is where. */
function refusal(error: unknown): unknown {
  return error instanceof LocatorRefused ? invalidField('/source_locator', error.message) : error
}
