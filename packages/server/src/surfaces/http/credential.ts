import type { IncomingMessage } from 'node:http'
import type { Credential } from '../../road/request.ts'

/** What a message says of who sent it. */
export function credentialOf(message: IncomingMessage): Credential {
  const { headers } = message
  return {
    // Node keeps the first of two Authorization headers; two are never one credential.
    authorization: headers.authorization === undefined ? [] : (message.headersDistinct.authorization ?? []),
    cookie: headers.cookie ?? null,
    origin: headers.origin ?? null,
    csrfToken: headerOf(message, 'x-csrf-token'),
    fetchSite: headerOf(message, 'sec-fetch-site'),
  }
}

export function headerOf(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name]
  return typeof value === 'string' ? value : null
}
