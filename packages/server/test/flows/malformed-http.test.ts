import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'

/** The last answer of a connection. */
function parse(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: headers.map((text) => text.toLowerCase()),
    body: rest.join('\r\n\r\n'),
  }
}

async function requireProblem(
  site: Site,
  bytes: string | Uint8Array,
  wanted: { status: number; code: string },
) {
  const { status, headers, body } = parse(await site.raw(bytes))
  const seen = `${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 80))}: ${status} ${body.slice(0, 300)}`
  assert.equal(status, wanted.status, seen)
  const problem: Record<string, unknown> = JSON.parse(body)
  assert.equal(problem.code, wanted.code, seen)
  assert.ok(headers.includes('content-type: application/problem+json; charset=utf-8'), seen)
  assert.ok(headers.includes(`x-request-id: ${problem.request_id}`), seen)
}

const BAD = { status: 400, code: 'invalid_request' }
const HOST = 'Host: localhost\r\nConnection: close\r\n'

describeSites((sites) => {
  test('what is not HTTP is answered with a problem', async (t) => {
    const site = await sites.open(t)
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /a b HTTP/1.1\r\n${HOST}\r\n`,
      `GET /healthz HTTP/1.1\r\n${HOST}Bad Header: x\r\n\r\n`,
      `GET /healthz HTTP/1.1\r\n${HOST}X: a\u0000b\r\n\r\n`,
      `GET /healthz HTTP/1.1\r\n${HOST}X: a\r\n\tfolded\rb\r\n\r\n`,
      `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      `POST /api/v1/topics HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /api/v1/topics HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      `POST /api/v1/topics HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`,
      `POST /api/v1/topics HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
    ])
      await requireProblem(site, bytes, BAD)
  })

  test('headers that are too large are refused', async (t) => {
    const site = await sites.open(t)
    await requireProblem(site, `GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, BAD)
    await requireProblem(site, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, BAD)
    const large = await site.get('/healthz', { headers: { 'x-large': 'a'.repeat(15_000) } })
    assert.equal(large.status, 200)
  })

  test('two Host headers, or none, are refused on every route', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    // Before and after the same answer is in memory.
    await site.get('/api/v1/topics/tools')
    for (const path of ['/api/v1/topics/tools', '/healthz', '/openapi.json', '/no/such/route'])
      for (const hosts of [`Host: a\r\nHost: b\r\n`, `Host: a\r\nhost: a\r\n`, ''])
        await requireProblem(site, `GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`, BAD)
  })

  test('an address that is sent whole goes before the Host', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const ask = (address: string, host: string) =>
      site.raw(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    assert.equal(parse(await ask('http://localhost/api/v1/topics/tools', 'localhost')).status, 200)
    for (const address of ['http://evil.example/api/v1/topics/tools', 'HTTP://evil.example:80/'])
      assert.equal(parse(await ask(address, 'localhost')).status, 421, address)
  })

  test('an expectation that cannot be met is a bad request', async (t) => {
    const site = await sites.open(t)
    await requireProblem(site, `GET /healthz HTTP/1.1\r\n${HOST}Expect: miracles\r\n\r\n`, BAD)
  })

  test('a tunnel is refused', async (t) => {
    const site = await sites.open(t)
    await requireProblem(site, `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, BAD)
  })

  test('a query that is no percent-encoded UTF-8 is refused by the name of its parameter', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const value of ['%', '100%', '%f', '%zz', '%ff', '%c0%af', '%ed%a0%80', 'a&q=b']) {
      const { errors } = (await site.get(`/api/v1/search?q=${value}`)).refused('invalid_request')
      assert.deepEqual(
        errors?.map(({ location, pointer }) => [location, pointer]),
        [['query', 'q']],
        value,
      )
    }
    for (const [value, query] of [
      ['100%25', '100%'],
      ['a+b%2Bc', 'a b+c'],
      ['%F0%9D%94%B8', '\u{1d538}'],
    ])
      assert.equal((await site.get(`/api/v1/search?q=${value}`)).as('search').query, query)
    assert.equal((await site.get('/search?q=100%')).status, 400)
  })

  test('a target that cannot be decoded is refused', async (t) => {
    const site = await sites.open(t)
    for (const path of ['/%', '/api/v1/topics/%zz', '/api/v1/topics/%c3%28', '/objects/%e0%80%80', '/%ff'])
      assert.equal((await site.get(path)).refused('invalid_request').errors?.[0]?.location, 'path', path)
  })

  test('what is refused before its body has come is answered, and the connection goes on', async (t) => {
    const site = await sites.open(t)
    const body = 'x'.repeat(2 * 1024 * 1024)
    const sent = (size: string) => `POST /api/v1/topics HTTP/1.1\r\nHost: localhost\r\n${size}\r\n\r\n`
    const next = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`
    for (const bytes of [
      `${sent(`Content-Length: ${body.length}`)}${body}`,
      `${sent('Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ]) {
      const answers = await site.raw(`${bytes}${next}`)
      assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401', 'HTTP/1.1 200'])
    }
  })

  test('a request that announces no body has an empty one, and the connection goes on', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const sent = (method: string, path: string, headers: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
    const token = `Authorization: Bearer ${site.admin}\r\n`
    const keyed = `${token}Idempotency-Key: k\r\nContent-Type: application/json\r\n`
    const answers = await site.raw(
      [
        sent('POST', '/api/v1/topics', keyed),
        sent('POST', '/api/v1/topics', `${keyed}Content-Length: 0\r\n`),
        sent('GET', '/api/v1/topics/tools', ''),
        sent('GET', '/api/v1/topics/tools', ''),
        sent('HEAD', '/api/v1/me', token),
        sent('DELETE', '/api/v1/topics', ''),
        sent('GET', '/healthz', 'Connection: close\r\n'),
      ].join(''),
    )
    assert.deepEqual(
      answers.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(-3))),
      [400, 400, 200, 200, 200, 404, 200],
    )
    assert.equal(answers.match(/"code":"invalid_json"/g)?.length, 2)
    assert.equal(answers.match(/^Connection: close/gim)?.length, 1)
  })

  test('an unknown route of the API is a problem document for browsers too', async (t) => {
    const site = await sites.open(t)
    const headers = { accept: 'text/html' }
    for (const path of ['/api/v1/nothing', '/api', '/objects', '/api/v1/topics/'])
      assert.match((await site.get(path, { headers })).header('content-type') ?? '', /problem\+json/, path)
    ;(await site.send('DELETE', '/api/v1/topics', { headers })).refused('not_found')
  })

  test('unknown routes and methods are not found', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    for (const path of [
      '/nothing',
      '/api/v1',
      '/api/v1/',
      '/api/v2/topics',
      '/API/V1/TOPICS',
      '//',
      `/objects/${content_hash}/`,
      '/api/v1//topics',
      '/api/v1/topics/tools/more',
    ])
      (await site.get(path)).refused('not_found')
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LINK'])
      for (const path of ['/api/v1/topics', '/healthz', `/objects/${content_hash}`])
        (await site.send(method, path, { token: site.admin })).refused('not_found')
    ;(await site.post('/api/v1/index', {}, { token: site.admin })).refused('not_found')
    ;(await site.get('/api/v1/submissions/x/finalize', { token: site.admin })).refused('not_found')
    assert.equal((await site.head('/nothing')).status, 404)
  })

  test('a good request after a refused one on the same connection is answered', async (t) => {
    const site = await sites.open(t)
    for (const method of ['GET', 'POST', 'PUT']) {
      const raw = await site.raw(
        `${method} /nothing HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      assert.match(raw, /^HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 200 /, method)
    }
  })
})
