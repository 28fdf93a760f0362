import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { cookieName, writeSessionCookie } from '../../src/core/session-cookie.ts'
import { register } from '../support/readers.ts'
import { describeSites, type Site } from '../support/site.ts'

async function exchange(site: Site, token: string) {
  const answer = await site.post('/api/v1/session', {}, { token, headers: { origin: site.url } })
  const { csrf_token, expires_at } = answer.as('createSession')
  const set = answer.header('set-cookie') ?? ''
  return { csrf_token, expires_at, set, cookie: set.split(';')[0] ?? '' }
}

type Session = Awaited<ReturnType<typeof exchange>>

function asSession(
  site: Site,
  { cookie, csrf_token }: Session,
  more: Record<string, string | string[]> = {},
) {
  return { headers: { cookie, origin: site.url, 'x-csrf-token': csrf_token, ...more } }
}

describeSites((sites) => {
  test('a bearer is exchanged for a session that reads, writes and ends', async (t) => {
    const site = await sites.open(t)
    const session = await exchange(site, site.admin)
    assert.match(
      session.set,
      /^colophon_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    )
    assert.equal(session.expires_at, '2026-03-02T21:30:00.000Z')
    const wish = asSession(site, session)
    const seen = (await site.get('/api/v1/session', { headers: { cookie: session.cookie } })).as('getSession')
    assert.deepEqual(seen, { csrf_token: session.csrf_token, expires_at: session.expires_at })
    assert.equal((await site.get('/api/v1/me', wish)).as('getMe').label, 'administrator')
    ;(await site.post('/api/v1/topics', { id: 'tools', title: 'T', summary: 'S' }, wish)).as('createTopic')
    const rows = await site.app.storage.read.selectFrom('sessions').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(session.cookie.split('=')[1] ?? 'x'))
    const ended = await site.post('/api/v1/session/end', {}, wish)
    assert.deepEqual(ended.as('endSession'), { ended: true })
    assert.match(ended.header('set-cookie') ?? '', /^colophon_session=; Path=\/; Max-Age=0;/)
    ;(await site.get('/api/v1/session', wish)).refused('unauthenticated')
    ;(await site.get('/api/v1/me', wish)).refused('unauthenticated')
    assert.equal((await site.get('/api/v1/topics', wish)).status, 200)
  })

  test('each exchange is a new session, also under one key, and none continues what the browser had', async (t) => {
    const site = await sites.open(t)
    const key = randomUUID()
    const planted = `colophon_session=${'A'.repeat(43)}`
    const wish = { token: site.admin, key, headers: { origin: site.url, cookie: planted } }
    const cookies = [
      (await site.post('/api/v1/session', {}, wish)).header('set-cookie'),
      (await site.post('/api/v1/session', {}, wish)).header('set-cookie'),
    ]
    assert.equal(new Set([planted, ...cookies]).size, 3)
    ;(await site.get('/api/v1/session', { headers: { cookie: planted } })).refused('unauthenticated')
    ;(await site.post('/api/v1/session', {}, { ...wish, key: null })).refused('idempotency_key_required')
  })

  test('the exchange needs a bearer and the site’s own origin', async (t) => {
    const site = await sites.open(t)
    const session = await exchange(site, site.admin)
    ;(await site.post('/api/v1/session', {}, asSession(site, session))).refused('unauthenticated')
    ;(await site.post('/api/v1/session', {}, { token: 'x', headers: { origin: site.url } })).refused(
      'invalid_token',
    )
    for (const origin of origins(site))
      (await site.post('/api/v1/session', {}, { token: site.admin, headers: { origin } })).refused(
        'origin_mismatch',
      )
    ;(await site.post('/api/v1/session', {}, { token: site.admin })).refused('origin_mismatch')
  })

  test('a write with a cookie needs the origin and the CSRF token of its own session', async (t) => {
    const site = await sites.open(t)
    const session = await exchange(site, site.admin)
    const other = await exchange(site, site.admin)
    const write = (headers: Record<string, string | string[]>) =>
      site.post('/api/v1/topics', { id: 'tools', title: 'T', summary: 'S' }, { headers })
    const { cookie, csrf_token } = session
    const good = { cookie, origin: site.url, 'x-csrf-token': csrf_token }
    for (const origin of origins(site)) (await write({ ...good, origin })).refused('origin_mismatch')
    ;(await write({ cookie, 'x-csrf-token': csrf_token })).refused('origin_mismatch')
    ;(await write({ cookie, origin: site.url })).refused('csrf_failed')
    for (const token of ['', 'wrong', other.csrf_token, `${csrf_token}x`, csrf_token.toLowerCase()])
      (await write({ ...good, 'x-csrf-token': token })).refused('csrf_failed')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      (await write({ ...good, 'content-type': type })).refused('unsupported_media_type')
    ;(await site.get('/api/v1/topics/tools', { token: site.admin })).refused('not_found')
    for (const override of ['x-http-method-override', 'x-method-override'])
      assert.equal(
        (await site.get('/api/v1/topics', { headers: { cookie, [override]: 'POST' } })).status,
        200,
      )
    ;(await write(good)).as('createTopic')
  })

  test('a bearer decides beside a cookie: a bad one is refused, a good one needs no CSRF token', async (t) => {
    const site = await sites.open(t)
    const session = await exchange(site, site.admin)
    const { cookie } = session
    ;(await site.get('/api/v1/topics', { token: 'nonsense', headers: { cookie } })).refused('invalid_token')
    const token = await site.token({ preset: 'contributor', label: 'ada' })
    assert.equal((await site.get('/api/v1/me', { token, headers: { cookie } })).as('getMe').label, 'ada')
    ;(await site.post('/api/v1/me/revoke', {}, { token, headers: { cookie } })).as('revokeMe')
    ;(await site.get('/api/v1/session', { token: site.admin, headers: { cookie } })).refused(
      'unauthenticated',
    )
  })

  test('two cookies of the name, or one of another form, are no session', async (t) => {
    const site = await sites.open(t)
    const [one, two] = [await exchange(site, site.admin), await exchange(site, site.admin)]
    for (const cookie of [
      `${one.cookie}; ${two.cookie}`,
      `${one.cookie}; ${one.cookie}`,
      `${one.cookie}x`,
      `__Host-${one.cookie}`,
      'colophon_session=',
      'colophon_session="x"',
    ])
      (await site.get('/api/v1/session', { headers: { cookie } })).refused('unauthenticated')
    const among = { headers: { cookie: `theme=dark; ${one.cookie}; a=b` } }
    ;(await site.get('/api/v1/session', among)).as('getSession')
  })

  test('a session ends after 12 hours, with its token, and with its token’s revocation', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    const long = await exchange(site, site.admin)
    const issued = await site.issue({ preset: 'curator', expires_in_days: 1 })
    site.clock.set('2026-03-02T21:29:59.999Z')
    ;(await site.get('/api/v1/session', asSession(site, long))).as('getSession')
    const short = await exchange(site, issued.token)
    assert.equal(short.expires_at, '2026-03-03T09:29:59.999Z')
    site.clock.set('2026-03-02T21:30:00.000Z')
    ;(await site.get('/api/v1/session', asSession(site, long))).refused('unauthenticated')
    site.clock.set('2026-03-03T08:00:00.000Z')
    const last = await exchange(site, issued.token)
    assert.equal(last.expires_at, issued.expires_at)
    assert.match(last.set, /Max-Age=5400;/)
    site.clock.set('2026-03-03T09:30:00.000Z')
    ;(await site.get('/api/v1/me', asSession(site, last))).refused('unauthenticated')
    const again = await site.issue({ preset: 'curator' })
    const session = await exchange(site, again.token)
    ;(await other.get('/api/v1/me', asSession(site, session))).as('getMe')
    ;(await site.post('/api/v1/me/revoke', {}, { token: again.token })).as('revokeMe')
    for (const place of [site, other])
      (await place.get('/api/v1/me', asSession(site, session))).refused('unauthenticated')
    assert.equal((await site.app.storage.read.selectFrom('sessions').selectAll().execute()).length, 1)
  })

  test('what a browser marks as cross-site is refused before anybody is asked who they are', async (t) => {
    const site = await sites.open(t)
    const session = await exchange(site, site.admin)
    const cross = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/api/v1/session', '/api/v1/admin/tokens', '/api/v1/admin/nothing'])
      for (const headers of [
        cross,
        { ...cross, authorization: 'Bearer x' },
        { ...cross, cookie: session.cookie },
      ])
        (await site.get(path, { headers })).refused('cross_site_request')
    ;(await site.post('/api/v1/session', {}, { token: site.admin, headers: cross })).refused(
      'cross_site_request',
    )
    ;(await site.send('PUT', '/api/v1/admin/tokens', { headers: cross })).refused('cross_site_request')
    assert.equal((await site.get('/api/v1/topics', { headers: cross })).status, 200)
    const near = { headers: { ...asSession(site, session).headers, 'sec-fetch-site': 'same-origin' } }
    ;(await site.get('/api/v1/admin/tokens', near)).as('listTokens')
  })

  test('a reader’s session is a reader still', async (t) => {
    const site = await sites.open(t)
    const reader = await register(site)
    const wish = asSession(site, await exchange(site, reader.token))
    assert.equal((await site.get('/api/v1/me', wish)).as('getMe').enrollment, 'public')
    ;(await site.get('/api/v1/admin/tokens', wish)).refused('forbidden')
    assert.notEqual((await site.get('/api/v1/topics', wish)).header('ratelimit'), null)
    assert.equal((await site.get('/api/v1/topics', wish)).header('cache-control'), 'private, no-store')
  })

  test('the lock of a recovery leaves the session routes open', async (t) => {
    const site = await sites.open(t)
    await site.app.storage.write((tx) =>
      tx.insertInto('site').values({ name: 'maintenance', value: '{}' }).execute(),
    )
    ;(await site.get('/api/v1/topics')).refused('maintenance')
    const wish = asSession(site, await exchange(site, site.admin))
    ;(await site.get('/api/v1/session', wish)).as('getSession')
    ;(await site.post('/api/v1/session/end', {}, wish)).as('endSession')
  })
})

/** All the ways of not quite being the site. */
function origins(site: Site): string[] {
  const { port } = new URL(site.url)
  return [
    'null',
    '',
    'https://evil.example',
    site.url.replace('http:', 'https:'),
    `http://127.0.0.1:${Number(port) + 1}`,
    'http://127.0.0.1',
    site.url.toUpperCase(),
    `${site.url}/`,
    `${site.url}.`,
    `${site.url}.evil.example`,
    `http://evil-127.0.0.1:${port}`,
    `http://localhost:${port}`,
    `http://sub.127.0.0.1:${port}`,
  ]
}

test('on https the cookie is bound to the host and Secure', () => {
  assert.equal(cookieName('https://press.example'), '__Host-colophon_session')
  assert.equal(
    writeSessionCookie('https://press.example', 's', 60),
    '__Host-colophon_session=s; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
  )
})
