import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as oauth from 'oauth4webapi'
import {
  ask,
  CROSS_SITE,
  consentAsReader,
  consentWith,
  discover,
  exchange,
  GIVE,
  LOOPBACK,
  ledTo,
  openClient,
  openConsent,
  PLAIN_HTTP,
  REFUSE,
  REGISTER,
  redeem,
  SIGN_IN,
} from '../support/authorization.ts'
import { signedOut } from '../support/console.ts'
import { rpc, say } from '../support/mcp.ts'
import { describeSites, openAnySite } from '../support/site.ts'

describeSites((sites) => {
  test('a client that others wrote gets in as a new reader, and reports use', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any', topics: ['tools'] })
    const client = await openClient(t)
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    const asking = await ask(site, client)
    const answer = await consentAsReader(site, asking)
    assert.equal(answer.searchParams.get('iss'), site.url)
    assert.equal(answer.searchParams.get('from'), 'press')
    const issued = await redeem(site, asking, answer)
    assert.equal(issued.token_type, 'bearer')
    assert.equal(issued.scope, 'read')
    assert.equal(issued.refresh_token, undefined)
    assert.ok(Number(issued.expires_in) > 364 * 86_400)
    const token = issued.access_token
    const me = (await site.get('/api/v1/me', { token })).as('getMe')
    assert.deepEqual([me.enrollment, me.scopes], ['public', ['read']])
    const signal = { value: 'up' }
    ;(await site.post(`/api/v1/objects/${content_hash}/signals`, signal, { token })).as('reportSignal')
    const listed = (await site.get('/api/v1/admin/tokens', { token: site.admin })).as('listTokens').items
    const own = listed.find(({ token_id }) => token_id === me.token_id)
    assert.match(own?.label ?? '', /^127\.0\.0\.2:\d+ \(Test client\)$/)
  })

  test('a bearer gives the part that its owner chose, and ends it with itself', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any', topics: ['tools'] })
    const client = await openClient(t)
    const giver = await site.issue({
      scopes: ['propose', 'review'],
      topic_grants: ['tools'],
      expires_in_days: 10,
    })
    const asking = await ask(site, client, { scope: 'read propose review curate admin offline_access' })
    const answer = await consentWith(site, asking, { token: giver.token, scopes: ['propose'] })
    const issued = await redeem(site, asking, answer)
    assert.equal(issued.scope, 'read propose')
    const token = issued.access_token
    const me = (await site.get('/api/v1/me', { token })).as('getMe')
    assert.deepEqual([me.scopes, me.topic_grants, me.review_grants], [['read', 'propose'], ['tools'], []])
    assert.equal(me.identity_id, giver.identity_id)
    assert.equal(me.expires_at, giver.expires_at)
    const audit = (await site.get('/api/v1/admin/audit', { token: site.admin })).as('listAudit').items
    const given = audit.find(({ action }) => action === 'authorizeClient')
    assert.deepEqual([given?.target, given?.reason], [me.token_id, client.id])
    const revoke = `/api/v1/admin/tokens/${giver.token_id}/revoke`
    ;(await site.post(revoke, { reason: 'lost' }, { token: site.admin })).as('revokeToken')
    const refused = await site.get('/api/v1/me', { token })
    refused.refused('invalid_token')
    assert.equal(
      refused.header('www-authenticate'),
      `Bearer resource_metadata="${site.url}/.well-known/oauth-protected-resource", error="invalid_token"`,
    )
  })

  test('what a client got can be revoked by the client and by an administrator, at once', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any' })
    const client = await openClient(t)
    for (const by of ['client', 'administrator']) {
      const asking = await ask(site, client)
      const { access_token: token } = await redeem(site, asking, await consentAsReader(site, asking))
      const me = (await site.get('/api/v1/me', { token })).as('getMe')
      if (by === 'client') {
        const { server, client: facts } = asking
        const response = await oauth.revocationRequest(server, facts, oauth.None(), token, PLAIN_HTTP)
        await oauth.processRevocationResponse(response)
      } else {
        const path = `/api/v1/admin/tokens/${me.token_id}/revoke`
        ;(await site.post(path, { reason: 'x' }, { token: site.admin })).as('revokeToken')
      }
      ;(await site.get('/api/v1/me', { token })).refused('invalid_token')
    }
  })

  test('a page that waited longer than a minute gives nothing and begins again', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any' })
    const client = await openClient(t)
    const asking = await ask(site, client)
    const { visitor, page } = await openConsent(site, asking)
    site.clock.advance({ seconds: 61 })
    const late = await visitor.send(REGISTER, page.form(REGISTER))
    assert.equal(late.status, 303)
    const again = await visitor.open(late.location ?? '')
    assert.match(again.said('refusal') ?? '', /waits a minute/)
    assert.equal((await visitor.send(REGISTER, page.form(REGISTER))).status, 400)
    const answer = ledTo(await visitor.send(REGISTER, again.form(REGISTER)))
    assert.equal((await redeem(site, asking, answer)).scope, 'read')
    assert.equal(client.asked.length, 2)
  })
})

test('the endpoint of MCP for hosts that sign in says where, and then works with what they got', async (t) => {
  const site = await openAnySite(t, { urlTransport: 'any' })
  const client = await openClient(t)
  for (const [path, metadata] of [
    ['/mcp/authorized', '/mcp/authorized'],
    ['/api/v1/me', ''],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(rpc('ping'))
    const refused = path.startsWith('/api')
      ? await site.get(path)
      : await site.send('POST', path, { headers, body })
    refused.refused('unauthenticated')
    const address = `${site.url}/.well-known/oauth-protected-resource${metadata}`
    assert.equal(refused.header('www-authenticate'), `Bearer resource_metadata="${address}"`)
    const described = await site.get(new URL(address).pathname)
    assert.equal(described.json.resource, path.startsWith('/api') ? site.url : site.url + path)
    assert.equal(described.header('access-control-allow-origin'), '*')
  }
  const wrong = await say(site, rpc('ping'), { token: 'wrong' })
  assert.match(
    wrong.header('www-authenticate') ?? '',
    /oauth-protected-resource\/mcp", error="invalid_token"$/,
  )
  // A host's own library does every step but those of the person.
  const provider = hostOf(client.id, site.url)
  const place = new URL(`${site.url}/mcp/authorized`)
  const first = new StreamableHTTPClientTransport(place, { authProvider: provider })
  await assert.rejects(new Client({ name: 'host', version: '1' }).connect(first), /Unauthorized/i)
  const led = provider.led
  assert.ok(led)
  assert.equal(led.searchParams.get('resource'), place.href)
  const visitor = signedOut(site)
  const page = await visitor.open(led.pathname + led.search, CROSS_SITE)
  const answer = ledTo(await visitor.send(REGISTER, page.form(REGISTER)))
  assert.equal(answer.port, '51823')
  await first.finishAuth(answer.searchParams)
  const host = new Client({ name: 'host', version: '1' })
  await host.connect(new StreamableHTTPClientTransport(place, { authProvider: provider }))
  assert.ok((await host.listTools()).tools.length > 3)
  await host.close()
})

/** What a host keeps of its own; it listens on a port of loopback that its document does not name. */
function hostOf(clientId: string, issuer: string) {
  let tokens: { access_token: string; token_type: string } | undefined
  let verifier = ''
  let discovery: object | undefined
  const provider = {
    led: null as URL | null,
    redirectUrl: LOOPBACK.replace('127.0.0.1', '127.0.0.1:51823'),
    clientMetadata: { redirect_uris: [LOOPBACK] },
    clientInformation: () => ({ client_id: clientId, issuer }),
    saveClientInformation: () => {},
    tokens: () => tokens,
    saveTokens: (saved: { access_token: string; token_type: string }) => {
      tokens = saved
    },
    redirectToAuthorization: (url: URL) => {
      provider.led = url
    },
    saveCodeVerifier: (saved: string) => {
      verifier = saved
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state: object) => {
      discovery = state
    },
    discoveryState: () => discovery as never,
  }
  return provider
}

test('the page works without scripts, shows the host, and is kept and framed by nobody', async (t) => {
  const site = await openAnySite(t, { urlTransport: 'any' })
  const client = await openClient(t)
  const { page } = await openConsent(site, await ask(site, client, { scope: 'read propose' }))
  assert.equal(page.status, 200)
  assert.match(page.said('lede') ?? '', /The application at 127\.0\.0\.2:\d+ asks/)
  assert.deepEqual(page.actions(), [REGISTER, SIGN_IN, REFUSE])
  assert.doesNotMatch(page.html, /<script/)
  assert.equal(page.header('cache-control'), 'private, no-store')
  assert.equal(page.header('x-frame-options'), 'DENY')
  const policy = page.header('content-security-policy') ?? ''
  assert.match(policy, /frame-ancestors 'none'/)
  assert.ok(policy.includes(`form-action 'self' ${client.origin}`))
  assert.equal(page.header('access-control-allow-origin'), null)
})

test('whoever says no gives nothing, and the client learns that', async (t) => {
  const site = await openAnySite(t, { urlTransport: 'any' })
  const client = await openClient(t)
  const asking = await ask(site, client)
  const { visitor, page } = await openConsent(site, asking)
  const answer = ledTo(await visitor.send(REFUSE, page.form(REFUSE)))
  assert.throws(
    () => oauth.validateAuthResponse(asking.server, asking.client, answer, asking.state),
    (error: unknown) => error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied',
  )
  assert.equal((await visitor.send(REGISTER, page.form(REGISTER))).status, 400)
})

test('a wrong bearer may be typed again; what was typed is not shown', async (t) => {
  const site = await openAnySite(t, { urlTransport: 'any' })
  const client = await openClient(t)
  const { visitor, page } = await openConsent(site, await ask(site, client))
  const wrong = await visitor.send(SIGN_IN, { ...page.form(SIGN_IN), token: 'no-token' })
  assert.equal(wrong.status, 401)
  assert.doesNotMatch(wrong.html, /no-token/)
  const choice = await visitor.send(SIGN_IN, { ...wrong.form(SIGN_IN), token: site.admin })
  assert.deepEqual(choice.actions(), [GIVE, REFUSE])
})

test('where it is switched off nothing of it is there', async (t) => {
  for (const wish of [{ oauth: false }, { urlTransport: 'off' as const }]) {
    const site = await openAnySite(t, wish)
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
    ])
      assert.equal((await site.get(path)).status, 404, path)
    assert.equal((await site.send('POST', '/oauth/token')).status, 404)
    assert.equal((await site.get('/api/v1/me')).header('www-authenticate'), 'Bearer')
    const wrong = await site.get('/api/v1/me', { token: 'wrong' })
    assert.equal(wrong.header('www-authenticate'), 'Bearer error="invalid_token"')
  }
})

test('metadata says what there is: no registration of clients, one method of PKCE, every resource by its name', async (t) => {
  const site = await openAnySite(t, { urlTransport: 'any' })
  for (const resource of [site.url, `${site.url}/mcp`, `${site.url}/mcp/authorized`]) {
    const server = await discover(site, resource)
    assert.equal(server.registration_endpoint, undefined)
    assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
    assert.equal(server.authorization_response_iss_parameter_supported, true)
    assert.equal(server.client_id_metadata_document_supported, true)
  }
  const client = await openClient(t)
  const asking = await ask(site, client)
  const { json, status } = await exchange(site, asking, 'x', { grant_type: 'client_credentials' })
  assert.deepEqual([status, json.error], [400, 'unsupported_grant_type'])
})
