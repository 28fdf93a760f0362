import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ask,
  ledTo,
  openAsking,
  openClient,
  openConsent,
  REGISTER,
  redeem,
  SIGN_IN,
} from '../support/authorization.ts'
import { openAnySite } from '../support/site.ts'

test('change between fetch and use: what was shown is what holds', async (t) => {
  const { site, client, asking } = await openAsking(t)
  const { visitor, page } = await openConsent(site, asking)
  client.document = {
    client_id: client.id,
    client_name: 'Another',
    redirect_uris: [`${client.origin}/stolen`],
  }
  const answer = ledTo(await visitor.send(REGISTER, page.form(REGISTER)))
  assert.equal(answer.origin + answer.pathname, `${client.origin}/callback`)
  const issued = await redeem(site, asking, answer)
  const me = (await site.get('/api/v1/me', { token: issued.access_token })).as('getMe')
  const listed = (await site.get('/api/v1/admin/tokens', { token: site.admin })).as('listTokens').items
  assert.match(listed.find(({ token_id }) => token_id === me.token_id)?.label ?? '', /Test client/)
  assert.equal(client.asked.length, 1)
})

test('documents in the private network are not asked for', async (t) => {
  const site = await openAnySite(t, { urlTransport: 'public' })
  const client = await openClient(t)
  const { port } = new URL(client.origin)
  const answers = new Set<string>()
  for (const id of [
    client.id,
    `https://127.0.0.2:${port}/client.json`,
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/client.json',
    'https://[::ffff:127.0.0.1]/client.json',
    'https://192.168.0.1:443/client.json',
  ]) {
    const { page } = await openConsent(site, await ask(site, client, { change: { client_id: id } }))
    assert.equal(page.status, 400, id)
    if (id.startsWith('https:')) answers.add(page.said('lede') ?? '')
  }
  assert.deepEqual(client.asked, [])
  // Where it does not go and where nothing answers are the same to whoever asks.
  assert.deepEqual(
    [...answers].filter((text) => !/normal form/.test(text)).length,
    1,
    [...answers].join('\n'),
  )
})

test('client ids are written in one way', async (t) => {
  const { site, client } = await openAsking(t)
  for (const id of [
    client.origin,
    `${client.origin}/`,
    `${client.origin}/a/../client.json`,
    `${client.id}#x`,
    client.id.replace('http://', 'http://user@'),
    client.id.replace('http:', 'HTTP:'),
    'data:application/json,{}',
    'file:///etc/passwd',
    'test',
  ]) {
    const { page } = await openConsent(site, await ask(site, client, { change: { client_id: id } }))
    assert.equal(page.status, 400, id)
  }
  assert.deepEqual(client.asked, [])
})

test('documents of 5 MiB, redirects, errors and other media types are none', async (t) => {
  const { site, client } = await openAsking(t)
  const json = { 'content-type': 'application/json' }
  const plain = JSON.stringify({ client_id: client.id, redirect_uris: [client.callback] })
  const responses = [
    { status: 200, headers: json, body: Buffer.alloc(5 * 1024 * 1024, ' ') },
    { status: 200, headers: json, body: plain + ' '.repeat(70_000) },
    { status: 302, headers: { location: '/elsewhere.json' }, body: '' },
    { status: 404, headers: json, body: plain },
    { status: 200, headers: { 'content-type': 'text/html' }, body: plain },
    { status: 200, headers: json, body: '{' },
    { status: 200, headers: json, body: '[[[['.repeat(10_000) },
    { status: 200, headers: json, body: `{"client_id":"x",${plain.slice(1)}` },
  ]
  for (const response of responses) {
    client.respond = () => response
    const { page } = await openConsent(site, await ask(site, client))
    assert.equal(page.status, 400, response.body.slice(0, 40).toString())
  }
  assert.ok(!client.asked.includes('/elsewhere.json'))
  client.respond = () => ({ status: 200, headers: { 'content-type': 'application/cimd+json' }, body: plain })
  assert.equal((await openConsent(site, await ask(site, client))).page.status, 200)
})

test('hostile bodies at the token endpoint are refused in the words of the protocol', async (t) => {
  const { site } = await openAsking(t)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [headers, body, error] of [
    [form, '', 'invalid_request'],
    [form, 'grant_type=authorization_code&grant_type=authorization_code', 'invalid_request'],
    [form, 'grant_type=%ff', 'invalid_request'],
    [form, `code=${'x'.repeat(100_000)}`, 'invalid_request'],
    [{ 'content-type': 'application/json' }, '{}', 'invalid_request'],
    [{ ...form, authorization: 'Basic eDp5' }, 'grant_type=authorization_code', 'invalid_client'],
  ] as const)
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const answer = await site.send('POST', path, { headers, body })
      assert.equal(answer.status, error === 'invalid_client' ? 401 : 400, body.slice(0, 40))
      assert.equal(answer.json.error, error)
      assert.equal(answer.header('cache-control'), 'no-store')
    }
  const gone = await site.send('POST', '/oauth/revoke', { headers: form, body: 'token=nothing' })
  assert.equal(gone.status, 200)
})

test('what is hidden changes nothing of what the pages and the metadata say', async (t) => {
  const texts = []
  for (const isThere of [true, false]) {
    const site = await openAnySite(t, { urlTransport: 'any', topics: ['tools'] })
    if (isThere) {
      await site.topic('secret', 'invited')
      await site.publish({ path: '/secret/plan' })
    }
    const client = await openClient(t)
    const token = await site.token({ scopes: ['propose'], topic_grants: ['tools'] })
    const { visitor, page } = await openConsent(
      site,
      await ask(site, client, { scope: 'read propose curate' }),
    )
    const choice = await visitor.send(SIGN_IN, { ...page.form(SIGN_IN), token })
    const metadata = await site.get('/.well-known/oauth-authorization-server')
    const plain = [page.html, choice.html, metadata.text].join('\n')
    texts.push(plain.replaceAll(/127\.0\.0\.\d:\d+/g, 'HOST').replaceAll(/value="[\w-]{43}"/g, 'SECRET'))
  }
  assert.equal(texts[0], texts[1])
})
