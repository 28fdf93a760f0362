import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import {
  ask,
  CROSS_SITE,
  codeIn,
  consentAsReader,
  consentWith,
  exchange,
  GIVE,
  ledTo,
  openAsking,
  openClient,
  openConsent,
  REFUSE,
  REGISTER,
  redeem,
  SIGN_IN,
} from '../support/authorization.ts'
import { signedOut } from '../support/console.ts'
import { describeSites, type Site } from '../support/site.ts'

/** Each is a row of the threat list in the decision about tokens for applications. */
async function meStatus(site: Site, token: unknown): Promise<number> {
  return (await site.get('/api/v1/me', { token: String(token) })).status
}

describeSites((sites) => {
  test('replay: a code works once, and its second use ends what came of the first', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any' })
    const asking = await ask(site, await openClient(t))
    const code = codeIn(await consentAsReader(site, asking))
    const first = await exchange(site, asking, code)
    assert.equal(first.status, 200)
    assert.equal(await meStatus(site, first.json.access_token), 200)
    const second = await exchange(site, asking, code)
    assert.deepEqual([second.status, second.json.error], [400, 'invalid_grant'])
    assert.equal(await meStatus(site, first.json.access_token), 401)
  })

  test('replay: of many at once one gets a token, and that one ends too', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any' })
    const asking = await ask(site, await openClient(t))
    const code = codeIn(await consentAsReader(site, asking))
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(site, asking, code)))
    const issued = answers.filter(({ status }) => status === 200)
    assert.equal(issued.length, 1)
    assert.equal(await meStatus(site, issued[0]?.json.access_token), 401)
  })

  test('a form that is sent many times at once makes one reader and one code', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any' })
    const asking = await ask(site, await openClient(t))
    const { visitor, page } = await openConsent(site, asking)
    const form = page.form(REGISTER)
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.send(REGISTER, form)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [
      303,
      ...Array.from({ length: 7 }, () => 400),
    ])
    const counted = await site.app.storage.counts()
    assert.equal(counted.rows.registration_counts, 3)
  })

  test('registration quotas cannot be passed: consent counts with every other registration', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any', limits: { registrationsPerNetworkHour: 2 } })
    const client = await openClient(t)
    ;(await site.post('/api/v1/identities', {})).as('createIdentity')
    await consentAsReader(site, await ask(site, client))
    const { visitor, page } = await openConsent(site, await ask(site, client))
    const refused = await visitor.send(REGISTER, page.form(REGISTER))
    assert.equal(refused.status, 429)
    assert.match(refused.html, /registrations_per_network_hour/)
    ;(await site.post('/api/v1/identities', {})).refused('quota_exceeded')
    // A reader that there is already gives its own bearer, and its own allowances with it.
    site.clock.advance({ hours: 1 })
    const { token, identity_id } = (await site.post('/api/v1/identities', {})).as('createIdentity')
    const asking = await ask(site, client)
    const issued = await redeem(site, asking, await consentWith(site, asking, { token: String(token) }))
    const me = (await site.get('/api/v1/me', { token: issued.access_token })).as('getMe')
    assert.equal(me.identity_id, identity_id)
  })

  test('no secret of it is in the database, nor is a bearer', async (t) => {
    const site = await sites.open(t, { urlTransport: 'any' })
    const asking = await ask(site, await openClient(t))
    const { visitor, page } = await openConsent(site, asking)
    const choice = await visitor.send(SIGN_IN, { ...page.form(SIGN_IN), token: site.admin })
    const code = codeIn(ledTo(await visitor.send(GIVE, { ...choice.form(GIVE), days: '1' })))
    const rows = JSON.stringify(
      await site.app.storage.read.selectFrom('authorizations').selectAll().execute(),
    )
    const secrets = [
      code,
      page.form(SIGN_IN).request,
      choice.form(GIVE).request,
      visitor.cookie().split('=')[1],
    ]
    for (const secret of [...secrets, site.admin, asking.verifier]) assert.ok(!rows.includes(String(secret)))
    assert.ok(rows.includes('code_challenge'))
  })
})

test('mix-up: an answer of another issuer is taken by no client', async (t) => {
  const { site, asking } = await openAsking(t)
  const answer = await consentAsReader(site, asking)
  answer.searchParams.set('iss', 'https://evil.example')
  assert.throws(() => oauth.validateAuthResponse(asking.server, asking.client, answer, asking.state), /iss/)
  answer.searchParams.delete('iss')
  assert.throws(() => oauth.validateAuthResponse(asking.server, asking.client, answer, asking.state), /iss/)
})

test('PKCE: what leaves it out or weakens it is refused before anything is shown', async (t) => {
  const { site, client } = await openAsking(t)
  for (const change of [
    { code_challenge: null, code_challenge_method: null },
    { code_challenge: null },
    { code_challenge_method: null },
    { code_challenge_method: 'plain' },
    { code_challenge_method: 's256' },
    { code_challenge: 'short' },
  ]) {
    const { page } = await openConsent(site, await ask(site, client, { change }))
    assert.equal(page.status, 400)
    assert.match(page.html, /code_challenge/)
    assert.deepEqual(page.actions(), [])
  }
})

test('PKCE: a stolen code is worth nothing without the verifier, and is used up by the attempt', async (t) => {
  const { site, asking } = await openAsking(t)
  for (const verifier of [null, '', 'wrong', 'w'.repeat(43), 'x'.repeat(129)]) {
    const code = codeIn(await consentAsReader(site, asking))
    const { status, json } = await exchange(site, asking, code, { code_verifier: verifier })
    assert.equal(status, 400)
    if (verifier !== null && verifier !== '') {
      assert.equal(json.error, 'invalid_grant')
      assert.equal((await exchange(site, asking, code)).json.error, 'invalid_grant')
    } else assert.equal(json.error, 'invalid_request')
    site.clock.advance({ hours: 1 })
  }
})

test('a code belongs to its client, redirect, resource and minute', async (t) => {
  const { site, asking } = await openAsking(t)
  for (const change of [
    { client_id: 'http://127.0.0.2:1/client.json' },
    { redirect_uri: 'http://127.0.0.1/callback' },
    { redirect_uri: `${asking.redirectUri}&more` },
    { resource: site.url },
  ]) {
    const code = codeIn(await consentAsReader(site, asking))
    assert.equal((await exchange(site, asking, code, change)).json.error, 'invalid_grant')
    site.clock.advance({ hours: 1 })
  }
  const elsewhere = await exchange(site, asking, 'x', { resource: 'https://elsewhere.example' })
  assert.equal(elsewhere.json.error, 'invalid_target')
  const code = codeIn(await consentAsReader(site, asking))
  site.clock.advance({ seconds: 60 })
  assert.equal((await exchange(site, asking, code)).json.error, 'invalid_grant')
})

test('open redirect: what is wrong with a request leads nowhere', async (t) => {
  const { site, client } = await openAsking(t)
  for (const change of [
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${client.callback}&more=1` },
    { redirect_uri: `${client.origin}/callback/../elsewhere` },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: null },
    { response_type: 'token' },
    { resource: 'https://elsewhere.example/mcp' },
    { client_id: null },
    { state: 'a\u0000b' },
    { state: 'x'.repeat(2001) },
  ]) {
    const asking = await ask(site, client, { change })
    const { page } = await openConsent(site, asking)
    assert.equal(page.status, 400, JSON.stringify(change))
    assert.equal(page.location, null)
    assert.deepEqual(page.actions(), [])
    assert.doesNotMatch(page.html, /href="https:\/\/evil/)
  }
  const twice = await ask(site, client)
  const { page } = await openConsent(site, {
    ...twice,
    path: `${twice.path}&redirect_uri=https://evil.example`,
  })
  assert.equal(page.status, 400)
})

test('lookalikes: a document leads to its own origin or to loopback, and says no other id', async (t) => {
  const { site, client } = await openAsking(t)
  const plain = { client_id: client.id, redirect_uris: [client.callback] }
  const { host } = new URL(client.origin)
  for (const document of [
    { ...plain, client_id: 'https://claude.ai/client.json' },
    { ...plain, client_id: client.id.toUpperCase() },
    { ...plain, redirect_uris: [client.callback, 'https://claude.ai/callback'] },
    { ...plain, redirect_uris: [`http://${host}.evil.example/callback`] },
    { ...plain, redirect_uris: [`http://${host}@evil.example/callback`] },
    { ...plain, redirect_uris: ['cursor://callback'] },
    { ...plain, redirect_uris: ['http://localhost.evil.example/callback'] },
    { ...plain, redirect_uris: [`${client.callback}#fragment`] },
    { ...plain, redirect_uris: [] },
    { ...plain, redirect_uris: 'all' },
    { ...plain, client_secret: 'x' },
    { ...plain, token_endpoint_auth_method: 'client_secret_basic' },
    { ...plain, grant_types: ['client_credentials'] },
    ['a list'],
  ]) {
    client.document = document
    const { page } = await openConsent(site, await ask(site, client))
    assert.equal(page.status, 400, JSON.stringify(document))
    assert.equal(page.location, null)
  }
  client.document = { ...plain, client_name: 'Claude \u202E<b>official</b>' }
  const { page } = await openConsent(site, await ask(site, client))
  assert.equal(page.status, 200)
  assert.match(page.html, /&lt;b>official/)
  assert.doesNotMatch(page.html, /\u202E/)
  assert.match(page.html, /which nobody has checked/)
})

test('loopback: any port, the same path, and no other machine', async (t) => {
  const { site, client } = await openAsking(t)
  client.document = {
    client_id: client.id,
    redirect_uris: ['http://127.0.0.1/callback', 'http://localhost:1234/callback', 'http://[::1]/callback'],
  }
  for (const [redirectUri, status] of [
    ['http://127.0.0.1:61000/callback', 200],
    ['http://127.0.0.1/callback', 200],
    ['http://localhost:9/callback', 200],
    ['http://[::1]:51004/callback', 200],
    ['http://127.0.0.1:61000/other', 400],
    ['http://127.0.0.1:61000/callback?x=1', 400],
    ['http://127.0.0.1.evil.example:61000/callback', 400],
    ['https://127.0.0.1:61000/callback', 400],
    ['http://127.0.0.1:61000@evil.example/callback', 400],
    ['http://10.0.0.1:61000/callback', 400],
  ] as const) {
    const { page } = await openConsent(site, await ask(site, client, { redirectUri }))
    assert.equal(page.status, status, redirectUri)
    if (status === 200) assert.match(page.html, /a program on this computer/)
  }
})

test('frames: a page of consent is shown in none', async (t) => {
  const { site, asking } = await openAsking(t)
  for (const destination of ['iframe', 'frame', 'object', 'embed', 'fencedframe']) {
    const page = await signedOut(site).open(asking.path, { ...CROSS_SITE, 'sec-fetch-dest': destination })
    assert.equal(page.status, 403, destination)
    assert.deepEqual(page.actions(), [])
  }
})

test('CSRF and forged forms: only the page in this browser consents', async (t) => {
  const { site, asking } = await openAsking(t)
  const { visitor, page } = await openConsent(site, asking)
  const form = page.form(REGISTER)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin', origin: '' },
  ] as Record<string, string>[])
    assert.equal((await visitor.send(REGISTER, form, headers)).status, 403, JSON.stringify(headers))
  // The attacker's own request, in the victim's browser: with another cookie, with none, and with a made-up secret.
  const attacker = await openConsent(site, asking)
  for (const action of [REGISTER, SIGN_IN, GIVE, REFUSE]) {
    const forged = await visitor.send(action, {
      ...attacker.page.form(REGISTER),
      token: site.admin,
      days: '30',
    })
    assert.equal(forged.status, 400, action)
    assert.equal(forged.location, null)
  }
  assert.equal((await signedOut(site).send(REGISTER, form)).status, 403)
  assert.equal((await visitor.send(REGISTER, { request: 'x'.repeat(43) })).status, 400)
  assert.equal((await visitor.send(REGISTER, {})).status, 403)
  // A script of another site is not let through either.
  const preflight = await site.send('OPTIONS', REGISTER, {
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.status, 403)
  assert.equal((await visitor.send(REGISTER, form)).status, 303)
})

test('the page of choices belongs to whoever signed in, and the page before it is worth nothing any more', async (t) => {
  const { site, client } = await openAsking(t)
  const asking = await ask(site, client, { scope: 'read propose' })
  const { visitor, page } = await openConsent(site, asking)
  const early = await visitor.send(GIVE, { ...page.form(SIGN_IN), days: '30' })
  assert.equal(early.status, 401)
  const choice = await visitor.send(SIGN_IN, { ...page.form(SIGN_IN), token: site.admin })
  assert.equal((await visitor.send(REGISTER, page.form(REGISTER))).status, 400)
  assert.equal((await visitor.send(GIVE, { ...choice.form(GIVE), days: '30' })).status, 303)
})

test('more than was asked for or is held is given to nobody, whatever the form says', async (t) => {
  const { site, client } = await openAsking(t)
  const token = await site.token({ scopes: ['propose', 'admin'] })
  const asking = await ask(site, client, { scope: 'read propose curate admin' })
  for (const scopes of [['curate'], ['admin'], ['review'], ['propose', 'nothing']]) {
    const { visitor, page } = await openConsent(site, asking)
    const choice = await visitor.send(SIGN_IN, { ...page.form(SIGN_IN), token })
    const refused = await visitor.send(GIVE, { ...choice.form(GIVE), scope: scopes, days: '30' })
    assert.equal(refused.status, 403, scopes.join())
  }
  const { visitor, page } = await openConsent(site, asking)
  const choice = await visitor.send(SIGN_IN, { ...page.form(SIGN_IN), token })
  assert.equal((await visitor.send(GIVE, { ...choice.form(GIVE), days: '3650' })).status, 400)
  // What was given gives nothing on.
  const issued = await redeem(site, asking, await consentWith(site, asking, { token, scopes: ['propose'] }))
  const again = await openConsent(site, asking)
  const onward = await again.visitor.send(SIGN_IN, {
    ...again.page.form(SIGN_IN),
    token: issued.access_token,
  })
  assert.equal(onward.status, 403)
})

test('revocation at once: a bearer that ends between consent and exchange gives nothing', async (t) => {
  const { site, client } = await openAsking(t)
  const giver = await site.issue({ scopes: ['propose'] })
  const asking = await ask(site, client)
  const answer = await consentWith(site, asking, { token: giver.token })
  const revoke = `/api/v1/admin/tokens/${giver.token_id}/revoke`
  ;(await site.post(revoke, { reason: 'x' }, { token: site.admin })).as('revokeToken')
  assert.equal((await exchange(site, asking, codeIn(answer))).json.error, 'invalid_grant')
})
