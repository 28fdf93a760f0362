import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'

const ORIGIN = 'https://elsewhere.example'
const ALLOW = 'access-control-allow-origin'

describeSites((sites) => {
  test('a name that was made to lead here is answered by nothing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const paths = [
      '/',
      '/api/v1/topics',
      '/metrics',
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/console',
      '/read',
    ]
    for (const path of [...paths, '/mcp', '/objects/x', '/assets/x', '/no/such/route']) {
      // Before and after the same answer is in memory.
      await site.get(path)
      for (const host of [
        'evil.example',
        'evil.example:8787',
        'localhost.evil.example',
        '127.0.0.1.nip.io',
      ]) {
        const refused = await site.get(path, { headers: { host } })
        assert.equal(refused.refused('misdirected_request').retryable, false, `${path} ${host}`)
        assert.ok(!`${refused.headerLines()} ${refused.text}`.includes(host))
      }
    }
    const headers = { host: 'evil.example', origin: 'http://evil.example' }
    ;(await site.post('/api/v1/identities', {}, { headers })).refused('misdirected_request')
    const asked = { ...headers, 'access-control-request-method': 'POST' }
    ;(await site.send('OPTIONS', '/api/v1/feedback', { headers: asked })).refused('misdirected_request')
    for (const host of ['localhost', `LOCALHOST:${site.settings.port}`, '[::1]', '192.0.2.7:1'])
      assert.equal((await site.get('/api/v1/topics', { headers: { host } })).status, 200, host)
  })

  test('the base URL and what the operator adds are names of the site', async (t) => {
    const site = await sites.open(t, { baseUrl: 'https://press.example', hosts: ['press.internal'] })
    for (const host of ['press.example', 'press.example:443', 'PRESS.internal:80', 'press.internal.'])
      assert.equal((await site.get('/api/v1/topics', { headers: { host } })).status, 200, host)
    for (const host of ['sub.press.example', 'internal'])
      (await site.get('/api/v1/topics', { headers: { host } })).refused('misdirected_request')
  })

  test('scripts of other sites read what anyone may, and what their own bearer may', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    const headers = { origin: ORIGIN }
    const paths = [
      '/api/v1/topics',
      '/api/v1/index?limit=1',
      '/api/v1/search?q=saw',
      `/objects/${content_hash}`,
    ]
    const documents = ['/agent.md', '/openapi.json', '/llms.txt', '/feed.atom', '/topics/tools/feed.atom']
    for (const path of [...paths, ...documents, '/log/checkpoint', '/log/keys', '/healthz', '/']) {
      const answer = await site.get(path, { headers })
      assert.equal(answer.header(ALLOW), '*', path)
      const exposed = answer.header('access-control-expose-headers') ?? ''
      for (const name of ['ETag', 'Link', 'Repr-Digest', 'X-Request-Id', 'Retry-After', 'RateLimit'])
        assert.ok(exposed.split(', ').includes(name), `${path} ${name}`)
      const tag = answer.header('etag')
      if (answer.status !== 200 || tag === null) continue
      const known = await site.get(path, { headers: { ...headers, 'if-none-match': tag } })
      assert.deepEqual([known.status, known.header(ALLOW)], [304, '*'], path)
    }
    for (const [path, code] of [
      ['/api/v1/me', 'unauthenticated'],
      ['/api/v1/topics/nothing', 'not_found'],
      ['/api/v1/no/such/route', 'not_found'],
    ] as const) {
      const answer = await site.get(path, { headers })
      answer.refused(code)
      assert.equal(answer.header(ALLOW), '*', path)
    }
    const own = await site.get('/api/v1/me', { headers, token: site.admin })
    assert.deepEqual([own.status, own.header(ALLOW)], [200, '*'])
    const written = await site.post('/api/v1/suggestions', {}, { headers, token: site.admin })
    assert.deepEqual([written.status, written.header(ALLOW)], [400, '*'])
  })

  test('what a cookie came with, and what is for the site alone, no script of another site reads', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const cookie = { origin: ORIGIN, cookie: 'colophon_session=x' }
    for (const path of ['/api/v1/topics', '/agent.md', '/feed.atom', '/api/v1/no/such/route'])
      assert.equal((await site.get(path, { headers: cookie })).header(ALLOW), null, path)
    const closed = [
      '/console',
      '/console/sign-in',
      '/metrics',
      '/api/v1/session',
      '/api/v1/admin/tokens',
      '/read',
    ]
    for (const path of closed) {
      const answer = await site.get(path, { headers: { origin: ORIGIN }, token: site.admin })
      assert.equal(answer.header(ALLOW), null, path)
      assert.equal(answer.header('access-control-allow-credentials'), null, path)
    }
  })

  test('preflights are answered for what scripts of other sites may send', async (t) => {
    const site = await sites.open(t)
    const ask = (path: string, method: string) =>
      site.send('OPTIONS', path, {
        headers: {
          origin: ORIGIN,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization, content-type, idempotency-key',
        },
      })
    for (const [path, method] of [
      ['/api/v1/topics', 'GET'],
      ['/api/v1/feedback', 'POST'],
      ['/api/v1/nothing', 'GET'],
      ['/objects/x', 'GET'],
      ['/mcp', 'POST'],
    ] as const) {
      const answer = await ask(path, method)
      assert.equal(answer.status, 204, path)
      assert.equal(answer.header(ALLOW), '*')
      assert.match(answer.header('access-control-allow-methods') ?? '', new RegExp(method))
      for (const name of [
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'If-None-Match',
        'Range',
        'If-Range',
      ])
        assert.ok(answer.header('access-control-allow-headers')?.includes(name), name)
      assert.equal(answer.header('access-control-allow-credentials'), null)
    }
    for (const path of ['/api/v1/session', '/api/v1/admin/tokens', '/console/sign-in'])
      (await ask(path, 'POST')).refused('origin_mismatch')
  })

  test('a page of another site registers, and writes with its own bearer', async (t) => {
    const site = await sites.open(t)
    for (const origin of [ORIGIN, 'null', `${site.url}.evil.example`, site.url.toUpperCase()]) {
      const headers = { origin }
      assert.equal((await site.post('/api/v1/identities', {}, { headers })).status, 201)
      const { status } = await site.post('/api/v1/suggestions', {}, { headers, token: site.admin })
      assert.equal(status, 400, 'its form is looked at')
      const topic = { id: 'toys', title: 'Toys', summary: 'Toys.' }
      ;(await site.post('/api/v1/admin/tokens', topic, { headers, token: site.admin })).refused(
        'origin_mismatch',
      )
    }
    assert.equal((await site.post('/api/v1/identities', {}, { headers: { origin: site.url } })).status, 201)
  })
})
