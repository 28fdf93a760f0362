import { AUTHORIZATION_LIMITS, RETRY_AFTER_SECONDS } from '@colophon/contract'
import type { App } from '../app.ts'
import { problem } from '../core/problem.ts'
import {
  type ClientDocument,
  ClientRefused,
  readClientDocument,
  requireClientId,
} from '../features/authorization/client-document.ts'
import { LocatorRefused } from '../features/evidence/locator.ts'
import { transport } from '../features/evidence/url-transport.ts'

/** Documents that this process is fetching. */
const fetching = new WeakMap<App, { count: number }>()

/** The client of this id, by the document that is there now. No redirect is followed: the id is the place. */
export async function fetchClient(app: App, clientId: string): Promise<ClientDocument> {
  try {
    requireClientId(clientId, app.settings.urlTransport === 'any')
    return readClientDocument(clientId, await fetchDocument(app, clientId))
  } catch (error) {
    if (error instanceof ClientRefused) throw refusal(error.message)
    // The same words for every address that is not gone to, and for those where nothing answers.
    if (error instanceof LocatorRefused) throw refusal(UNREADABLE)
    throw error
  }
}

const UNREADABLE = 'has no document that can be read at its address'

async function fetchDocument(app: App, clientId: string): Promise<Uint8Array> {
  const running = fetching.get(app) ?? { count: 0 }
  fetching.set(app, running)
  if (running.count >= AUTHORIZATION_LIMITS.concurrent)
    throw problem('overloaded', 'Too many applications ask at once.', {
      retryAfter: RETRY_AFTER_SECONDS.overloaded,
    })
  running.count += 1
  try {
    return await fetchBytes(app, clientId)
  } finally {
    running.count -= 1
  }
}

async function fetchBytes(app: App, clientId: string): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  const { documentMilliseconds: milliseconds, documentBytes: bytes } = AUTHORIZATION_LIMITS
  const found = await transport(clientId, {
    reach: app.settings.urlTransport === 'any' ? 'any' : 'public',
    limits: { milliseconds, bytes, redirects: 0 },
    take: (chunk) => chunks.push(chunk),
  })
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(found.content_type ?? '')
  if (found.failure !== null || found.status !== 200 || !isJson) throw new ClientRefused(UNREADABLE)
  return Buffer.concat(chunks)
}

function refusal(reason: string) {
  return problem('invalid_request', `The application cannot be let in: it ${reason}.`, {
    errors: [{ location: 'query', pointer: 'client_id', message: reason }],
  })
}
