import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describeStores } from '../support/site.ts'

const LONG = `# Long\n\n${'Words that repeat are worth compressing. '.repeat(100)}\n`

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

describeStores((sites) => {
  test('the bytes of every kind of object hash to its name, and the digest says so', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const published = await site.publish({ path: '/tools/saw' })
    const { policy_hash, proposal_hash } = (await site.get(`/api/v1/entries/${published.entry_id}`)).as(
      'getEntry',
    )
    const kinds = {
      [published.content_hash]: 'text/markdown; charset=utf-8',
      [published.publication_hash]: 'application/json',
      [policy_hash]: 'application/json',
      [proposal_hash]: 'application/json',
    }
    for (const [hash, type] of Object.entries(kinds)) {
      const object = await site.get(`/objects/${hash}`, { token: site.admin })
      assert.equal(sha256(object.bytes), hash)
      assert.equal(object.header('content-type'), type)
      assert.equal(object.header('etag'), `"${hash}"`)
      const digest = Buffer.from(hash, 'hex').toString('base64')
      assert.equal(object.header('repr-digest'), `sha-256=:${digest}:`)
    }
  })

  test('a record says its kind, its format and a nonce in canonical JSON', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { publication_hash, content_hash } = await site.publish({ path: '/tools/saw' })
    const { text, json } = await site.get(`/objects/${publication_hash}`)
    assert.partialDeepStrictEqual(json, {
      kind: 'publication',
      format_version: 1,
      content_hash,
      mode: 'direct',
    })
    assert.match(String(json.nonce), /^[A-Za-z0-9_-]{22}$/)
    assert.equal(
      text,
      JSON.stringify(Object.fromEntries(Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1)))),
    )
    const metadata = (await site.get(`/api/v1/objects/${publication_hash}`)).json
    assert.deepEqual(metadata, {
      sha256: publication_hash,
      kind: 'publication',
      topic_id: 'tools',
      created_at: json.published_at,
    })
  })

  test('a client that has an object gets 304, by either form of the tag', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    const ask = (tag: string, token: string | null = null) =>
      site.get(`/objects/${content_hash}`, { token, headers: { 'if-none-match': tag } })
    for (const token of [null, site.admin]) {
      for (const tag of [`"${content_hash}"`, `W/"${content_hash}"`, `"x", "${content_hash}"`, '*']) {
        const answer = await ask(tag, token)
        assert.equal(answer.status, 304, tag)
        assert.equal(answer.bytes.length, 0)
        assert.equal(answer.header('etag'), `"${content_hash}"`)
      }
      for (const tag of ['"x"', content_hash, '""']) assert.equal((await ask(tag, token)).status, 200, tag)
    }
  })

  test('HEAD has the headers of GET and no body', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash, entry_id } = await site.publish({ path: '/tools/saw' })
    for (const path of [`/objects/${content_hash}`, `/api/v1/entries/${entry_id}`, '/api/v1/index']) {
      const [get, head] = [await site.get(path), await site.head(path)]
      const lines = (lines: string[]) => lines.filter((line) => !/^(x-request-id|date):/.test(line))
      assert.deepEqual(lines(head.headerLines()), lines(get.headerLines()))
      assert.equal(head.bytes.length, 0)
    }
    assert.equal((await site.head(`/objects/${'0'.repeat(64)}`)).status, 404)
  })

  test('what is asked for compressed comes compressed, with the weak tag and no digest', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/long', body: LONG })
    const plain = await site.get(`/objects/${content_hash}`)
    const cases = {
      br: 'br',
      gzip: 'gzip',
      'gzip, br': 'br',
      'br;q=0, gzip': 'gzip',
      '*': 'br',
      'gzip;q=0.1, identity': 'gzip',
      'br;q=0.5, gzip;q=0.8': 'gzip',
      'gzip;q=0.5, *': 'br',
    }
    // Twice: the second answer comes from memory.
    for (const [accepted, encoding] of [...Object.entries(cases), ...Object.entries(cases)]) {
      const answer = await site.get(`/objects/${content_hash}`, { headers: { 'accept-encoding': accepted } })
      assert.equal(answer.header('content-encoding'), encoding, accepted)
      assert.equal(answer.header('etag'), `W/"${content_hash}"`)
      assert.equal(answer.header('repr-digest'), null)
      assert.match(answer.header('vary') ?? '', /Accept-Encoding/)
      const bytes = encoding === 'br' ? brotliDecompressSync(answer.bytes) : gunzipSync(answer.bytes)
      assert.ok(bytes.equals(plain.bytes))
      const headers = { 'accept-encoding': accepted, 'if-none-match': answer.header('etag') ?? '' }
      assert.equal((await site.get(`/objects/${content_hash}`, { headers })).status, 304)
    }
    for (const accepted of ['identity', 'br;q=0', 'deflate', 'gzip;q=0, br;q=0.0', ''])
      assert.equal(
        (await site.get(`/objects/${content_hash}`, { headers: { 'accept-encoding': accepted } })).header(
          'content-encoding',
        ),
        null,
        accepted,
      )
  })

  test('a short answer is not worth compressing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const answer = await site.get('/api/v1/topics/tools', { headers: { 'accept-encoding': 'br, gzip' } })
    assert.equal(answer.header('content-encoding'), null)
  })

  test('anonymous answers may be kept a short time, those with a credential never', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash, entry_id } = await site.publish({ path: '/tools/saw' })
    const kept = {
      [`/objects/${content_hash}`]: 60,
      [`/api/v1/entries/${entry_id}`]: 15,
      '/api/v1/index': 15,
    }
    // Twice: the second answer comes from memory.
    for (const [path, seconds] of Object.entries(kept))
      for (const _time of ['first', 'second']) {
        const cacheOf = async (wish: Parameters<typeof site.get>[1]) => {
          const answer = await site.get(path, wish)
          assert.match(answer.header('vary') ?? '', /^Authorization, Cookie/)
          return answer.header('cache-control')
        }
        assert.equal(await cacheOf({}), `public, max-age=${seconds}`)
        assert.equal(await cacheOf({ token: site.admin }), 'private, no-store')
        assert.equal(await cacheOf({ headers: { cookie: 'colophon_session=x' } }), 'private, no-store')
      }
    assert.equal((await site.get('/objects/0')).header('cache-control'), 'private, no-store')
  })

  test('the operator decides how long a shared cache may keep an answer', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], publicMaxAge: 0 })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    for (const path of [`/objects/${content_hash}`, '/api/v1/index'])
      assert.equal((await site.get(path)).header('cache-control'), 'public, max-age=0')
  })

  test('the tag of a JSON answer leaves the time of asking out and tells every change', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    const path = `/api/v1/entries/${first.entry_id}`
    const before = await site.get(path)
    const tag = before.header('etag') ?? ''
    assert.match(tag, /^W\/"/)
    site.clock.advance({ minutes: 5 })
    const later = await site.get(path)
    assert.equal(later.header('etag'), tag)
    assert.equal(later.as('getEntry').reference.checked_at, '2026-03-02T09:35:00.000Z')
    assert.equal((await site.get(path, { headers: { 'if-none-match': tag } })).status, 304)
    await site.publish({ path: '/tools/saw', revises: first })
    assert.equal((await site.get(path, { headers: { 'if-none-match': tag } })).status, 200)
  })

  test('a name that is no hash is refused, one that nothing has is not found', async (t) => {
    const site = await sites.open(t)
    for (const name of [
      '0',
      'A'.repeat(64),
      'g'.repeat(64),
      '0'.repeat(65),
      '0'.repeat(300),
      '%00',
      '..%2f..',
    ])
      for (const path of [`/objects/${name}`, `/api/v1/objects/${name}`]) {
        const refused = (await site.get(path)).refused('invalid_request')
        assert.deepEqual(
          refused.errors?.map(({ location, pointer }) => [location, pointer]),
          [['path', 'sha256']],
          path,
        )
      }
    ;(await site.get(`/objects/${'0'.repeat(64)}`)).refused('not_found')
  })

  test('who may read an object depends on its kind', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const author = await site.token({ preset: 'trusted_author' })
    const published = await site.publish({ path: '/tools/saw', token: author })
    const { candidate_hash: draft } = await site.candidate({ path: '/tools/draft', token: author })
    const { policy_hash, proposal_hash } = (await site.get(`/api/v1/entries/${published.entry_id}`)).as(
      'getEntry',
    )
    const callers: Record<string, string | null> = {
      anyone: null,
      outside: await site.token({ preset: 'curator', topic_grants: [] }),
      granted: await site.token({ preset: 'contributor' }),
      author,
      curator: await site.token({ preset: 'curator', topic_grants: ['tools'] }),
    }
    const all = Object.keys(callers)
    const readers = {
      [published.content_hash]: all,
      [published.publication_hash]: all,
      [policy_hash]: all,
      [draft]: ['granted', 'author', 'curator'],
      [proposal_hash]: ['author', 'curator'],
    }
    for (const [hash, allowed] of Object.entries(readers))
      for (const [name, token] of Object.entries(callers))
        for (const path of [`/objects/${hash}`, `/api/v1/objects/${hash}`])
          assert.equal(
            (await site.get(path, { token })).status,
            allowed.includes(name) ? 200 : 404,
            `${name} ${path}`,
          )
  })
})
