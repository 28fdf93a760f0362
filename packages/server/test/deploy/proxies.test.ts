import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { skipWithout } from '../support/programs.ts'
import { HOST, openHttp2, startCaddy, startNginx } from '../support/proxies.ts'
import { openAnySite, type Site, type SiteWish } from '../support/site.ts'

const PROXIES = [
  { name: 'nginx', packages: ['nginx', 'openssl'], start: startNginx },
  { name: 'caddy', packages: ['caddy'], start: startCaddy },
] as const
const BODY = `# Saws\n\n${'A saw cuts wood where it is drawn. '.repeat(200)}\n`
const MIB = 1024 * 1024

/** A site as `deploy/` says that it is: behind one proxy, under a name of its own. */
async function openBehind(t: TestContext, start: typeof startNginx, wish: SiteWish = {}) {
  const site = await openAnySite(t, {
    topics: ['tools'],
    baseUrl: `https://${HOST}`,
    trustProxy: '1',
    ...wish,
  })
  const proxy = await start(t, site.settings.port)
  return { site, proxy, ask: await openHttp2(t, proxy) }
}

const json = (key = randomUUID()) => ({ 'content-type': 'application/json', 'idempotency-key': key })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

for (const { name, packages, start } of PROXIES) {
  test(`${name} passes an object on byte for byte over HTTP/2, with its headers`, {
    skip: skipWithout(packages),
  }, async (t) => {
    const { site, ask } = await openBehind(t, start)
    const { content_hash } = await site.publish({ path: '/tools/saw', body: BODY })
    const direct = await site.get(`/objects/${content_hash}`)
    const plain = await ask(`/objects/${content_hash}`)
    assert.equal(plain.status, 200)
    assert.equal(sha256(plain.bytes), content_hash)
    const own = ['etag', 'repr-digest', 'vary', 'cache-control', 'content-security-policy', 'link']
    for (const header of [...own, 'x-content-type-options', 'access-control-allow-origin', 'accept-ranges'])
      assert.equal(plain.headers[header], direct.header(header), header)
    assert.match(String(plain.headers['strict-transport-security']), /^max-age=\d+$/)
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [coding, decode] of Object.entries(decoders)) {
      const encoded = await ask(`/objects/${content_hash}`, { headers: { 'accept-encoding': coding } })
      assert.equal(encoded.headers['content-encoding'], coding)
      assert.equal(encoded.headers.etag, `W/"${content_hash}"`)
      assert.equal(sha256(decode(encoded.bytes)), content_hash)
    }
    const known = await ask(`/objects/${content_hash}`, {
      headers: { 'if-none-match': `"${content_hash}"` },
    })
    assert.deepEqual([known.status, known.bytes.length], [304, 0])
    const range = await ask(`/objects/${content_hash}`, {
      headers: { range: 'bytes=4-11', 'accept-encoding': 'br' },
    })
    assert.equal(range.status, 206)
    assert.deepEqual(range.bytes, plain.bytes.subarray(4, 12))
    assert.equal(range.headers['content-range'], `bytes 4-11/${plain.bytes.length}`)
    assert.ok(range.headers['content-digest'])
    const itself = await site.get(`/objects/${content_hash}`, { headers: { range: 'bytes=999999-' } })
    const outside = await ask(`/objects/${content_hash}`, { headers: { range: 'bytes=999999-' } })
    assert.deepEqual([outside.status, outside.headers['content-type']], [416, itself.header('content-type')])
    const several = await ask(`/objects/${content_hash}`, { headers: { range: 'bytes=0-1,4-5' } })
    assert.deepEqual([several.status, several.bytes.length], [200, plain.bytes.length])
  })

  test(`${name} leaves it to the server to judge a body of its size`, {
    skip: skipWithout(packages),
  }, async (t) => {
    const { site, ask } = await openBehind(t, start)
    const sizes = [
      ['/api/v1/submissions', 8 * MIB],
      ['/mcp', 8 * MIB],
      ['/api/v1/admin/recovery/staged', 20 * MIB],
    ] as const
    for (const [path, size] of sizes) {
      const body = Buffer.alloc(size, ' ')
      body.write('{"nothing":1}')
      const headers = { ...json(), ...bearer(site.admin), accept: 'application/json, text/event-stream' }
      const answer = await ask(path, { method: 'POST', headers, body })
      assert.match(String(answer.headers['content-type']), /json/, `${path} ${answer.status}`)
      assert.ok(answer.headers['x-request-id'], path)
    }
    const large = await ask('/api/v1/submissions', {
      method: 'POST',
      headers: { ...json(), ...bearer(site.admin) },
      body: Buffer.alloc(9 * MIB, ' '),
    })
    assert.equal(large.status, 413)
    assert.doesNotMatch(String(large.headers['content-type']), /problem/)
  })

  test(`${name} repeats a command with its key, and serves tools`, {
    skip: skipWithout(packages),
  }, async (t) => {
    const { site, ask } = await openBehind(t, start)
    const key = randomUUID()
    const create = () =>
      ask('/api/v1/topics', {
        method: 'POST',
        headers: { ...json(key), ...bearer(site.admin) },
        body: JSON.stringify({ id: 'wood', title: 'Wood', summary: 'About wood' }),
      })
    const [first, second] = [await create(), await create()]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(second.bytes, first.bytes)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    const tools = await ask('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    assert.equal(tools.status, 200)
    assert.match(String(tools.bytes), /search_knowledge/)
  })

  test(`${name} lets nobody choose the network that is counted, and hides metrics`, {
    skip: skipWithout(packages),
  }, async (t) => {
    const { ask } = await openBehind(t, start, { limits: { registrationsPerNetworkHour: 2 } })
    const register = (from: string) =>
      ask('/api/v1/identities', {
        method: 'POST',
        headers: { ...json(), 'x-forwarded-for': from },
        body: '{}',
      })
    const statuses: number[] = []
    for (const from of ['203.0.113.9', '198.51.100.7, 192.0.2.1', '2001:db8::1'])
      statuses.push((await register(from)).status)
    assert.deepEqual(statuses, [201, 201, 429])
    assert.equal((await ask('/metrics')).status, 404)
  })

  test(`${name} keeps no private answer, and gives a public one to nobody with a credential`, {
    skip: skipWithout(packages),
  }, async (t) => {
    const { site, ask } = await openBehind(t, start)
    await site.topic('secret', 'invited')
    const hidden = await site.publish({ path: '/secret/plan', body: BODY })
    const object = `/objects/${hidden.content_hash}`
    const invited = async () => {
      const answer = await ask(object, { headers: bearer(site.admin) })
      return [answer.status, answer.headers['cache-control'], answer.headers['x-cache']]
    }
    assert.deepEqual(await invited(), [200, 'private, no-store', undefined])
    const asked: Record<string, string>[] = [
      {},
      { cookie: 'colophon=1' },
      bearer('nothing'),
      { range: 'bytes=0-1' },
    ]
    for (const headers of asked) {
      const { status } = await ask(object, { headers })
      assert.ok(status === 404 || status === 401, `${status}`)
    }
    assert.deepEqual(await invited(), [200, 'private, no-store', undefined])
    const { content_hash } = await site.publish({ path: '/tools/saw', body: BODY })
    for (const headers of [{}, {}, bearer(site.admin)]) {
      const answer = await ask(`/objects/${content_hash}`, { headers })
      assert.equal(answer.headers['cache-control'] === 'private, no-store', 'authorization' in headers)
    }
  })

  test(`${name} leads plain HTTP to HTTPS`, { skip: skipWithout(packages) }, async (t) => {
    const { proxy } = await openBehind(t, start)
    const answer = await fetch(`http://127.0.0.1:${proxy.plainPort}/topics?a=b`, {
      headers: { host: HOST },
      redirect: 'manual',
    })
    assert.equal(answer.status, 308)
  })
}

const state = async (ask: Awaited<ReturnType<typeof openHttp2>>, path: string, coding = '') =>
  (await ask(path, coding === '' ? {} : { headers: { 'accept-encoding': coding } })).headers['x-cache']

test('nginx keeps a public object once for each coding, and nothing else', {
  skip: skipWithout(['nginx', 'openssl']),
}, async (t) => {
  const { site, ask } = await openBehind(t, startNginx)
  const { content_hash } = await site.publish({ path: '/tools/saw', body: BODY })
  const object = `/objects/${content_hash}`
  assert.equal(await state(ask, object), 'MISS')
  assert.equal(await state(ask, object), 'HIT')
  assert.equal(await state(ask, object, 'br'), 'MISS')
  assert.equal(await state(ask, object, 'gzip, deflate, br, zstd'), 'HIT')
  assert.equal(await state(ask, object, 'gzip'), 'MISS')
  assert.equal(await state(ask, object, 'br;q=0, deflate'), 'HIT')
  const kept = await ask(object)
  assert.deepEqual([sha256(kept.bytes), kept.headers['content-encoding']], [content_hash, undefined])
  const nobody = `/objects/${'0'.repeat(64)}`
  for (const _ of [1, 2]) assert.notEqual(await state(ask, nobody), 'HIT')
  for (const path of ['/topics', '/api/v1/topics', '/read/tools/saw'])
    assert.equal(await state(ask, path), undefined, path)
})

test('nginx forgets a topic that was closed when its age is over', {
  skip: skipWithout(['nginx', 'openssl']),
}, async (t) => {
  const { site, ask } = await openBehind(t, startNginx, { publicMaxAge: 1 })
  const { content_hash } = await site.publish({ path: '/tools/saw', body: BODY })
  const object = `/objects/${content_hash}`
  await ask(object)
  await close(site)
  for (let status = 200; status !== 404; await sleep(100)) status = (await ask(object)).status
  assert.equal((await ask(object, { headers: bearer(site.admin) })).status, 200)
})

async function close(site: Site): Promise<void> {
  const body = { expected_visibility: 'public', visibility: 'invited', reason: 'a test' }
  const answer = await site.post('/api/v1/topics/tools/visibility', body, { token: site.admin })
  assert.equal(answer.status, 200)
}
