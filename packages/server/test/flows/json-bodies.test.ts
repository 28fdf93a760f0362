import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'

const TOPICS = '/api/v1/topics'
const GOOD = { id: 'tools', title: 'Tools', summary: 'All about tools.' }

function send(site: Site, body: string | Uint8Array, headers: Record<string, string | string[]> = {}) {
  return site.post(TOPICS, body, { token: site.admin, headers })
}

describeSites((sites) => {
  test('JSON that readers may take differently is refused', async (t) => {
    const site = await sites.open(t)
    for (const body of [
      '',
      ' ',
      '{',
      '{"id":"tools"',
      "{'id':'tools'}",
      '{"id":"tools",}',
      '{"id":"a","id":"b","title":"T","summary":"S"}',
      '{"id":"a","i\\u0064":"b","title":"T","summary":"S"}',
      '{"id":"a"} {}',
      '// comment\n{}',
      'NaN',
      '{"id":1e999}',
      '{"id":9007199254740993}',
      '\ufeff{}',
      Buffer.from([0x22, 0xff, 0x22]),
      Buffer.from(JSON.stringify(GOOD), 'utf16le'),
    ])
      (await send(site, body)).refused('invalid_json')
  })

  test('JSON that would take long to parse is refused for its size alone, broken or not', async (t) => {
    const site = await sites.open(t)
    const deep = /nested too deep/
    const wide = /too many members or values/
    // The parser would find fault with what is broken: that it is not asked is what keeps these cheap.
    for (const [body, reason] of [
      ['['.repeat(500_000), deep],
      [`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`, deep],
      [`[${'0,'.repeat(400_000)}0]`, wide],
      [`[${'0,'.repeat(400_000)}`, wide],
      [`{${Array.from({ length: 50_000 }, (_, place) => `"k${place}":1`).join()}}`, wide],
      [`{${Array.from({ length: 50_000 }, (_, place) => `"k${place}":1`).join()}`, wide],
    ] as const)
      assert.match((await send(site, body)).refused('invalid_json').detail, reason)
  })

  test('whoever sent JSON that is refused is told what is wrong with it', async (t) => {
    const site = await sites.open(t)
    const said = async (body: string) => (await send(site, body)).refused('invalid_json').detail
    assert.match(await said('{'), /not one JSON value/)
    assert.match(await said('{"id":"a","id":"b"}'), /a member comes twice/)
    assert.match(await said('{"id":9007199254740993}'), /loses digits/)
    assert.match(await said('\ufeff{}'), /byte order mark/)
    assert.match(await said('['.repeat(100)), /nested too deep/)
    const odd = await site.post('/api/v1/suggestions', { parent_hash: 7 }, { token: site.admin })
    const { errors } = odd.refused('invalid_request')
    const [wrong] = errors?.filter(({ pointer }) => pointer === '/parent_hash') ?? []
    assert.equal(wrong?.message, 'must be string or null')
  })

  test('half a surrogate pair is refused where it stands', async (t) => {
    const site = await sites.open(t)
    for (const [body, pointer] of [
      ['{"id":"tools","title":"T\\ud800","summary":"S"}', '/title'],
      ['{"id":"tools","\\udc00":1}', ''],
    ] as const)
      assert.deepEqual((await send(site, body)).refused('invalid_request').errors, [
        { location: 'body', pointer, message: 'has half a surrogate pair' },
      ])
  })

  test('JSON that is no object, or has odd keys, is refused as a body', async (t) => {
    const site = await sites.open(t)
    for (const body of [
      'null',
      '[]',
      '"text"',
      '7',
      'true',
      '{}',
      '[{"id":"tools","title":"T","summary":"S"}]',
    ])
      (await send(site, body)).refused('invalid_request')
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a/b~c', 'id '])
      for (const value of ['{}', 'null', '{"id":"x"}']) {
        const body = `${JSON.stringify(GOOD).slice(0, -1)},${JSON.stringify(key)}:${value}}`
        const answer = await send(site, body)
        const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
        assert.equal(answer.refused('invalid_request').errors?.[0]?.pointer, pointer)
      }
  })

  test('a thousand faults are answered with a bounded list', async (t) => {
    const site = await sites.open(t)
    const faults = Object.fromEntries(Array.from({ length: 1000 }, (_, place) => [`k${place}`, 1]))
    const answer = await send(site, JSON.stringify({ ...GOOD, ...faults }))
    assert.ok((answer.refused('invalid_request').errors?.length ?? 0) <= 20)
    assert.ok(answer.bytes.length < 10_000)
  })

  test('only JSON in UTF-8, and not encoded, is taken', async (t) => {
    const site = await sites.open(t)
    const body = JSON.stringify(GOOD)
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/jsonp' },
      { 'content-type': 'application/merge-patch+json' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/json, text/plain' },
      { 'content-type': '' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br' },
    ] as Record<string, string>[])
      (await send(site, body, headers)).refused('unsupported_media_type')
    const without = await site.send('POST', TOPICS, {
      token: site.admin,
      headers: { 'idempotency-key': 'k' },
      body,
    })
    without.refused('unsupported_media_type')
    const taken: Record<string, string>[] = [
      { 'content-type': 'application/json;charset=UTF-8' },
      { 'content-type': 'APPLICATION/JSON' },
      { 'content-type': 'application/json; charset="utf-8"' },
      { 'content-encoding': 'identity' },
      { 'content-encoding': 'Identity' },
    ]
    for (const [place, headers] of taken.entries())
      (await send(site, JSON.stringify({ ...GOOD, id: `t${place}` }), headers)).as('createTopic')
  })

  test('a body over its limit is refused, announced or in pieces', async (t) => {
    const site = await sites.open(t)
    const over = Buffer.alloc(1024 * 1024 + 1, ' ')
    ;(await send(site, over)).refused('payload_too_large')
    const exact = Buffer.concat([Buffer.from(JSON.stringify(GOOD)), over]).subarray(0, 1024 * 1024)
    ;(await send(site, exact)).as('createTopic')
    const raw = await site.raw(
      `POST ${TOPICS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${site.admin}\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: k\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${over.length.toString(16)}\r\n${over}\r\n0\r\n\r\n`,
    )
    assert.match(raw, /^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/)
  })
})
