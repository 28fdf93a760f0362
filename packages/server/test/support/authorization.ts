import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { type ConsoleAnswer, type Fields, signedOut, type Visitor } from './console.ts'
import type { Cleanup } from './engines.ts'
import { openAnySite, type Site } from './site.ts'

export const PLAIN_HTTP = { [oauth.allowInsecureRequests]: true } as const

/** A client's own site on loopback: its document, which a test may change at any time. */
export interface ClientSite {
  readonly id: string
  readonly origin: string
  readonly callback: string
  /** The whole document; null answers with the plain one. */
  document: unknown
  /** Answers anything else than a document; null for the document. */
  respond: ((path: string) => ClientResponse | null) | null
  /** Paths that were asked for. */
  readonly asked: string[]
}

interface ClientResponse {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: string | Buffer
}

export async function openClient(t: Cleanup): Promise<ClientSite> {
  const asked: string[] = []
  const client = { document: null, respond: null, asked } as {
    -readonly [K in keyof ClientSite]: ClientSite[K]
  }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const special = client.respond?.(request.url ?? '')
    if (special) return void response.writeHead(special.status, special.headers).end(special.body)
    const plain = {
      client_id: client.id,
      client_name: 'Test client',
      redirect_uris: [client.callback, LOOPBACK],
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(client.document ?? plain))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  // A name of loopback that no redirect rule has a word for: the client stands for one anywhere on the web.
  client.origin = `http://127.0.0.2:${(server.address() as AddressInfo).port}`
  client.id = `${client.origin}/client.json`
  client.callback = `${client.origin}/callback?from=press`
  return client
}

/** A site that fetches from anywhere, a client, and its request. */
export async function openAsking(t: Cleanup): Promise<{ site: Site; client: ClientSite; asking: Asking }> {
  const site = await openAnySite(t, { urlTransport: 'any' })
  const client = await openClient(t)
  return { site, client, asking: await ask(site, client) }
}

export const LOOPBACK = 'http://127.0.0.1/callback'

/** A request for authorization, as a client that others wrote makes it. */
export interface Asking {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly verifier: string
  readonly state: string
  readonly redirectUri: string
  /** With its query. */
  readonly path: string
}

interface AskingWish {
  readonly scope?: string
  readonly redirectUri?: string
  readonly resource?: string
  /** Parameters to change; null leaves one out. */
  readonly change?: Readonly<Record<string, string | null | undefined>>
}

/** Discovers the server from the resource, as RFC 9728 and RFC 8414 say. */
export async function discover(site: Site, resource = `${site.url}/mcp`): Promise<oauth.AuthorizationServer> {
  const place = new URL(resource)
  const found = await oauth.processResourceDiscoveryResponse(
    place,
    await oauth.resourceDiscoveryRequest(place, PLAIN_HTTP),
  )
  const issuer = new URL(found.authorization_servers?.[0] ?? '')
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...PLAIN_HTTP })
  return oauth.processDiscoveryResponse(issuer, answer)
}

export async function ask(site: Site, { id, callback }: ClientSite, wish: AskingWish = {}): Promise<Asking> {
  const server = await discover(site)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const redirectUri = wish.redirectUri ?? callback
  const url = new URL(server.authorization_endpoint ?? '')
  const query: Record<string, string | null | undefined> = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: wish.scope ?? 'read',
    state,
    resource: wish.resource ?? `${site.url}/mcp`,
    ...wish.change,
  }
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) url.searchParams.set(name, value)
  return { server, client: { client_id: id }, verifier, state, redirectUri, path: url.pathname + url.search }
}

/** Somebody's browser, led to the page by the client's site. */
export async function openConsent(
  site: Site,
  { path }: Asking,
): Promise<{ visitor: Visitor; page: ConsoleAnswer }> {
  const visitor = signedOut(site)
  return { visitor, page: await visitor.open(path, CROSS_SITE) }
}

export const CROSS_SITE = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

export const REGISTER = '/oauth/consent/register'
export const SIGN_IN = '/oauth/consent/sign-in'
export const GIVE = '/oauth/consent/give'
export const REFUSE = '/oauth/consent/refuse'

/** Consents as a new reader: answers where the browser is led. */
export async function consentAsReader(site: Site, asking: Asking): Promise<URL> {
  const { visitor, page } = await openConsent(site, asking)
  return ledTo(await visitor.send(REGISTER, page.form(REGISTER)))
}

/** Consents with a bearer, which gives these scopes beside reading. */
export async function consentWith(
  site: Site,
  asking: Asking,
  given: { token: string; scopes?: readonly string[]; days?: string },
): Promise<URL> {
  const { visitor, page } = await openConsent(site, asking)
  const choice = await visitor.send(SIGN_IN, { ...page.form(SIGN_IN), token: given.token })
  assert.equal(choice.status, 200, choice.html)
  const typed: Fields = { ...choice.form(GIVE), scope: given.scopes ?? [], days: given.days ?? '30' }
  return ledTo(await visitor.send(GIVE, typed))
}

export function ledTo(answer: ConsoleAnswer): URL {
  assert.equal(answer.status, 303, answer.html)
  return new URL(answer.location ?? '')
}

/** Takes the answer to the client's own address and gets the token for it. */
export async function redeem(site: Site, asking: Asking, answer: URL): Promise<oauth.TokenEndpointResponse> {
  const { server, client, state, redirectUri, verifier } = asking
  const params = oauth.validateAuthResponse(server, client, answer, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    params,
    redirectUri,
    verifier,
    { additionalParameters: { resource: `${site.url}/mcp` }, ...PLAIN_HTTP },
  )
  return oauth.processAuthorizationCodeResponse(server, client, response)
}

/** A request to the token endpoint by hand. */
export async function exchange(
  site: Site,
  asking: Asking,
  code: string,
  change: Readonly<Record<string, string | null | undefined>> = {},
): Promise<{ status: number; json: Readonly<Record<string, unknown>> }> {
  const fields: Record<string, string | null | undefined> = {
    grant_type: 'authorization_code',
    code,
    client_id: asking.client.client_id,
    redirect_uri: asking.redirectUri,
    code_verifier: asking.verifier,
    ...change,
  }
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value]],
    ),
  )
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return site.send('POST', '/oauth/token', { headers, body: body.toString() })
}

export function codeIn(answer: URL): string {
  const code = answer.searchParams.get('code')
  assert.ok(code, answer.href)
  return code
}
