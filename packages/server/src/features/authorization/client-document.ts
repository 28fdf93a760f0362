import { AUTHORIZATION_LIMITS, codePointLength, hasText, isCleanLine } from '@colophon/contract'
import { JsonRefused, jsonLimitsFor, parseStrictJson } from '../../core/strict-json.ts'
import { isRedirectOf } from './redirects.ts'

/** A client, as its own document describes it. */
export interface ClientDocument {
  readonly clientId: string
  /** A claim of the client's; null without one. */
  readonly name: string | null
  readonly redirectUris: readonly string[]
}

/** Why a client is not taken, in words that follow "The client". */
export class ClientRefused extends Error {}

/**
 * A client is named by the https address of its document, in the one spelling that parsers write: no dots in its path, no
 * other letters in its host. `isAnywhere` takes http too: for operators who let the server fetch from anywhere.
 */
export function requireClientId(text: string, isAnywhere: boolean): void {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || (isAnywhere && url?.protocol === 'http:')
  if (url === null || !isWeb)
    throw new ClientRefused('is not named by the https address of its metadata document')
  if (
    url.href !== text ||
    url.pathname === '/' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new ClientRefused('is named by an address without a path, or not in its normal form')
}

/** Reads the document (OAuth Client ID Metadata Document) that was fetched from the client's id. */
export function readClientDocument(clientId: string, bytes: Uint8Array): ClientDocument {
  const document = parseObject(bytes)
  if (document.client_id !== clientId) throw new ClientRefused('has a document that names another client_id')
  if ('client_secret' in document || (document.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new ClientRefused('must be public: token_endpoint_auth_method none')
  const redirectUris = textsOf(document.redirect_uris)
  const wrong = redirectUris.find((uri) => !isRedirectOf(clientId, uri))
  if (redirectUris.length === 0) throw new ClientRefused('has no redirect_uris')
  if (wrong !== undefined)
    throw new ClientRefused('has a redirect_uri that is neither on its own origin nor on loopback')
  if (!offers(document.grant_types, 'authorization_code') || !offers(document.response_types, 'code'))
    throw new ClientRefused('does not use the authorization code')
  return { clientId, name: nameOf(document.client_name), redirectUris }
}

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseStrictJson(bytes, jsonLimitsFor(AUTHORIZATION_LIMITS.documentBytes))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
  }
  throw new ClientRefused('has a document that is no JSON object')
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > AUTHORIZATION_LIMITS.redirectUris) return []
  return value.every((item) => typeof item === 'string') ? value : []
}

function offers(list: unknown, wanted: string): boolean {
  return list === undefined || (Array.isArray(list) && list.includes(wanted))
}

/** What cannot be shown as one line is not shown: the host stands for the client anyway. */
function nameOf(value: unknown): string | null {
  if (typeof value !== 'string' || !isCleanLine(value) || !hasText(value)) return null
  return codePointLength(value) <= AUTHORIZATION_LIMITS.nameCharacters ? value : null
}
