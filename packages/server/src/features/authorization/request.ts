import { AUTHORIZATION_LIMITS, type ScopeName } from '@colophon/contract'
import { problem } from '../../core/problem.ts'

/** Scopes that a client can be given, by what each lets it do. Administration is none of them: it issues tokens itself. */
export const GRANTABLE = {
  read: 'read what the bearer may read, report use and send feedback',
  propose: 'submit articles and work on tasks',
  publish_direct: 'publish its own articles without a review',
  review: 'give formal reviews',
  curate: 'publish, retire and decide about what others sent',
} as const satisfies Partial<Record<ScopeName, string>>

export type GrantableScope = keyof typeof GRANTABLE

/** What every credential can; nobody is asked for it. */
export const ALWAYS_GIVEN: ReadonlySet<GrantableScope> = new Set<GrantableScope>(['read'])

/** What a client asks for in its visitor's browser. */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: readonly GrantableScope[]
  /** One of the site's own; null where none was named. */
  readonly resource: string | null
  readonly codeChallenge: string
}

type Query = Readonly<Record<string, unknown>>

/** Reads the query of an authorization request: all but what its client's document decides. */
export function readAuthorizationRequest(query: Query, baseUrl: string): AuthorizationRequest {
  const clientId = requireText(query, 'client_id')
  const redirectUri = requireText(query, 'redirect_uri')
  if (requireText(query, 'response_type') !== 'code') throw invalid('response_type', 'must be code')
  if (optionalText(query, 'code_challenge_method') !== 'S256')
    throw invalid(
      'code_challenge_method',
      'must be S256: PKCE is required, and the plain method is not taken',
    )
  const codeChallenge = requireText(query, 'code_challenge')
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge))
    throw invalid('code_challenge', 'must be the SHA-256 of the verifier in base64url')
  const state = optionalText(query, 'state')
  if (state !== null && !/^[ -~]*$/.test(state)) throw invalid('state', 'must be printable ASCII')
  const named = optionalText(query, 'resource')
  const resource = named === null ? null : resourceOf(baseUrl, named)
  if (named !== null && resource === null) throw invalid('resource', `must be ${baseUrl}/mcp or ${baseUrl}`)
  const scopes = readScopes(optionalText(query, 'scope') ?? '')
  return { clientId, redirectUri, state, scopes, resource, codeChallenge }
}

/** The names of the one resource that there is: every token is for the whole site. */
export function resourcesOf(baseUrl: string): string[] {
  return [baseUrl, `${baseUrl}/mcp`, `${baseUrl}/mcp/authorized`]
}

/** In its normal form; null for what is not of this site. */
export function resourceOf(baseUrl: string, named: string): string | null {
  const plain = named.replace(/\/$/, '')
  return resourcesOf(baseUrl).find((resource) => resource === plain) ?? null
}

/** Everything can read; a scope that is unknown or never given is left out, as RFC 6749 allows. */
function readScopes(text: string): GrantableScope[] {
  const asked = new Set([...ALWAYS_GIVEN, ...text.split(' ')])
  return Object.keys(GRANTABLE).filter((scope): scope is GrantableScope => asked.has(scope))
}

function requireText(query: Query, name: string): string {
  const value = optionalText(query, name)
  if (value === null || value === '') throw invalid(name, 'is missing')
  return value
}

function optionalText(query: Query, name: string): string | null {
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  if (value === undefined) return null
  if (typeof value !== 'string') throw invalid(name, 'must appear once')
  if (value.length > AUTHORIZATION_LIMITS.parameterCharacters) throw invalid(name, 'is too long')
  return value
}

function invalid(pointer: string, message: string) {
  return problem('invalid_request', `The application’s request cannot be answered: ${pointer} ${message}.`, {
    errors: [{ location: 'query', pointer, message }],
  })
}
