import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { assertSame } from '../support/sameness.ts'
import { describeSearches, type Site } from '../support/site.ts'

type Found = AnswerOf<Operations['search']>

async function search(site: Site, query: string, token: string | null = null): Promise<Found> {
  return (await site.get(`/api/v1/search?${query}`, { token })).as('search')
}

async function pathsOf(site: Site, query: string, token: string | null = null): Promise<string[]> {
  return (await search(site, query, token)).items.map(({ path }) => path)
}

/** Everything that a search found, by following its cursors. */
async function pathsOfAllPages(
  site: Site,
  query: string,
  between: () => Promise<unknown>,
): Promise<string[]> {
  const paths: string[] = []
  let page = await search(site, query)
  for (;;) {
    paths.push(...page.items.map(({ path }) => path))
    if (page.next_cursor === null) return paths
    await between()
    page = await search(site, `${query}&cursor=${page.next_cursor}`)
  }
}

function flip(site: Site, topic: string, from: string, to: string) {
  const body = { expected_visibility: from, visibility: to, reason: 'a test' }
  return site.post(`/api/v1/topics/${topic}/visibility`, body, { token: site.admin })
}

function retire(site: Site, hash: string) {
  const body = { state: 'retired', expected_retirement_hash: null, reason: 'a test', replacement_hashes: [] }
  return site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })
}

describeSearches((sites) => {
  test('heads are found at once, by every process; what is no head any more is not', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    const both = async (query: string, expected: string[]) => {
      for (const server of [site, other]) assert.deepEqual(await pathsOf(server, query), expected, query)
    }
    await both('q=nails', [])
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer', body: 'Hit the **nails** with it.\n' })
    await both('q=hitting+a+nail', ['/tools/hammer'])
    const sledge = await other.publish({ path: '/tools/sledge', body: 'It breaks walls.\n', revises: hammer })
    await both('q=nail', [])
    await both('q=walls', ['/tools/sledge'])
    await retire(site, sledge.content_hash)
    await both('q=walls', [])
    await site.publish({ path: '/tools/sledge', body: 'It breaks every wall.\n', revises: sledge })
    await both('q=wall', ['/tools/sledge'])
  })

  test('an item has the fields of the index, a plain excerpt and its score', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({
      path: '/tools/hammer',
      title: 'Hammers',
      body: '# Hammers\n\nHit the **nails** with it.\n',
    })
    const found = await search(site, 'q=Nails&limit=3')
    const [item] = found.items
    const [indexed] = (await site.get('/api/v1/index')).as('listIndex').items
    assert.ok(item && indexed)
    const { excerpt, score, ranking_adjustments, missing_terms, ...fields } = item
    assert.deepEqual(missing_terms, [])
    assert.deepEqual(fields, indexed)
    assert.equal(excerpt, 'Hammers Hit the nails with it.')
    assert.ok(score > 0)
    assert.deepEqual(ranking_adjustments, [])
    assert.deepEqual(
      { ...found, items: [] },
      {
        query: 'Nails',
        match: 'all',
        excerpt_format: 'plain_text',
        items: [],
        next_cursor: null,
        suggestions: [],
      },
    )
  })

  test('an exact path, title, entry id or hash comes first, and only where it can be read', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const name of ['a', 'b', 'c'])
      await site.publish({ path: `/tools/${name}`, title: `About ${name}`, body: 'claw hammer '.repeat(20) })
    const wanted = await site.publish({
      path: '/tools/claw-hammer',
      title: 'Claw hammer',
      body: 'One claw.\n',
    })
    for (const query of ['Claw+Hammer', '/tools/claw-hammer', wanted.entry_id, wanted.content_hash]) {
      const { items } = await search(site, `q=${query}`)
      assert.equal(items[0]?.path, '/tools/claw-hammer', query)
      assert.equal(items[0]?.ranking_adjustments[0]?.name, 'exact_match', query)
    }
    await flip(site, 'tools', 'public', 'invited')
    for (const query of ['/tools/claw-hammer', wanted.entry_id, wanted.content_hash])
      assert.deepEqual(await search(site, `q=${query}`).then(({ items }) => items), [])
  })

  test('filters narrow; one that names nothing readable gives an empty list', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'plants'] })
    await site.publish({ path: '/tools/rake', body: 'rake leaves' })
    await site.publish({ path: '/plants/oak', body: 'rake leaves', mode: 'admin_override', reason: 'a test' })
    assert.deepEqual(await pathsOf(site, 'q=leaves&topic=plants'), ['/plants/oak'])
    assert.deepEqual(await pathsOf(site, 'q=leaves&mode=direct'), ['/tools/rake'])
    assert.deepEqual(await pathsOf(site, 'q=leaves&mode=reviewed'), [])
    assert.deepEqual(await pathsOf(site, 'q=leaves&topic=nowhere'), [])
  })

  test('an observation past its refresh date ranks lower, from that moment on', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const now = Date.parse(site.clock.now())
    await site.publish({
      path: '/tools/seen',
      kind: 'observation',
      body: 'rust grows',
      applicability: 'here',
      observed_at: new Date(now - 1000).toISOString(),
      refresh_after: new Date(now + 60_000).toISOString(),
    })
    const before = (await search(site, 'q=rust')).items[0]
    site.clock.advance({ minutes: 2 })
    const after = (await search(site, 'q=rust')).items[0]
    assert.deepEqual(
      after?.ranking_adjustments.map(({ name }) => name),
      ['refresh_due'],
    )
    assert.ok(before && after && after.score < before.score)
  })

  test('a visibility flip shows and hides at once, without a change of the index', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer', body: 'nails' })
    await flip(site, 'tools', 'public', 'invited')
    assert.deepEqual(await pathsOf(site, 'q=nails'), [])
    assert.deepEqual(
      await pathsOf(site, 'q=nails', await site.token({ preset: 'reviewer', review_grants: [] })),
      ['/tools/hammer'],
    )
    assert.deepEqual(
      await pathsOf(site, 'q=nails', await site.token({ preset: 'contributor', topic_grants: [] })),
      [],
    )
    await flip(site, 'tools', 'invited', 'public')
    assert.deepEqual(await pathsOf(site, 'q=nails'), ['/tools/hammer'])
  })

  test('with and without hidden documents every answer is the same to the byte', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    for (let i = 0; i < 12; i += 1)
      await site.publish({
        path: `/open/doc-${i}`,
        title: `Doc ${i}`,
        body: `${'apple '.repeat(1 + (i % 4))} pie ${'crust '.repeat(i % 3)}`,
      })
    const { next_cursor } = await search(site, 'q=apple&limit=5')
    const queries = [
      'q=apple',
      'q=apple+pie',
      'q=crust&limit=2',
      `q=apple&limit=5&cursor=${next_cursor}`,
      'q=aple',
      'q=zucchini',
      'q=apple+zucchini',
      'q=secret',
      'q=secrte',
      'q=doc',
      'q=apple&topic=shut',
      'q=/shut/doc-1',
      'q=apple&mode=direct',
    ]
    const outsider = await site.token({ preset: 'curator', topic_grants: ['open'], review_grants: [] })
    const answers = async () => {
      const all = []
      for (const token of [null, outsider])
        for (const query of queries) all.push(await site.get(`/api/v1/search?${query}`, { token }))
      return all
    }
    const without = await answers()
    await site.topic('shut', 'invited')
    const hidden = []
    for (let i = 0; i < 8; i += 1)
      hidden.push(
        await site.publish({
          path: `/shut/doc-${i}`,
          title: 'Secret',
          body: `secret zucchini ${'apple '.repeat(9)} aples`,
        }),
      )
    const [first] = hidden
    assert.ok(first)
    await retire(site, first.content_hash)
    for (const [i, answer] of (await answers()).entries()) {
      const before = without[i]
      assert.ok(before)
      assertSame(answer, before)
      assert.equal(answer.header('etag'), before.header('etag'))
    }
  })

  test('paging neither skips nor repeats what is there throughout, while others publish', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    const there: string[] = []
    for (let i = 0; i < 15; i += 1) {
      await site.publish({ path: `/open/doc-${i}`, body: `${'apple '.repeat(1 + (i % 4))} pie` })
      there.push(`/open/doc-${i}`)
    }
    let made = 0
    const paths = await pathsOfAllPages(site, 'q=apple&limit=4', () => {
      made += 1
      return site.publish({ path: `/open/new-${made}`, body: `${'apple '.repeat(made * 2)}` })
    })
    assert.ok(made >= 3)
    assert.equal(new Set(paths).size, paths.length)
    assert.deepEqual(paths.filter((path) => there.includes(path)).sort(), there.sort())
  })

  test('suggestions come only where nothing matched, and are never applied', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    await site.publish({ path: '/open/tls', body: 'certificate expiration dates' })
    const found = await search(site, 'q=certifcate+dates')
    assert.deepEqual(found.items, [])
    assert.deepEqual(found.suggestions, ['certificate dates', 'dates'])
    assert.deepEqual((await search(site, 'q=certificate')).suggestions, [])
  })

  test('a cursor belongs to its query and filters', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    for (const name of ['a', 'b']) await site.publish({ path: `/open/${name}`, body: 'apple pie' })
    const { next_cursor } = await search(site, 'q=apple&limit=1')
    ;(await site.get(`/api/v1/search?q=pie&limit=1&cursor=${next_cursor}`)).refused('invalid_cursor')
    ;(await site.get(`/api/v1/search?q=apple&topic=open&cursor=${next_cursor}`)).refused('invalid_cursor')
    assert.equal((await search(site, `q=apple&limit=2&cursor=${next_cursor}`)).items.length, 1)
  })

  test('whatever is asked gets an answer or a 400', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    await site.publish({
      path: '/open/a',
      title: 'The who',
      body: 'AND OR NOT what is this? 漢字 שלום c++ BEGIN IMMEDIATE',
    })
    const fine = [
      ' ',
      '???',
      'what is the',
      'AND',
      'a AND',
      'NEAR(',
      '"',
      '*',
      'wor*',
      '^a',
      'col:x',
      '-a',
      "a'",
      '«»„“',
      '(',
      '%',
      '\\',
      'a '.repeat(100),
      'שלום',
      '漢字',
      'x'.repeat(200),
      '🙂',
      'ab '.repeat(66),
      '\u202eabc',
      "'; drop table entries; --",
      'e\u0301'.repeat(100),
      'a-b-c-d-e-f-g-h',
      'NOT a OR b',
      '_'.repeat(200),
    ]
    for (const query of fine) {
      const found = await search(site, `q=${encodeURIComponent(query)}`)
      assert.equal(found.query, query)
    }
    for (const query of ['', 'x'.repeat(201), 'a\u0000b', 'a\u0007', '🙂'.repeat(201)])
      (await site.get(`/api/v1/search?q=${encodeURIComponent(query)}`)).refused('invalid_request')
    for (const query of ['q=%ED%A0%80', 'q=%FF', '', 'q=a&q=b', 'q=a&limit=0', 'q=a&mode=x', 'q=a&sort=b'])
      (await site.get(`/api/v1/search?${query}`)).refused('invalid_request')
    assert.deepEqual(await pathsOf(site, 'q=the+who'), ['/open/a'])
    assert.deepEqual(await pathsOf(site, 'q=%3F%3F%3F'), [])
  })

  test('a page that another follows keeps its tag until what it shows changes', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    for (const name of ['a', 'b', 'c']) await site.publish({ path: `/open/${name}`, body: 'apple pie' })
    const now = Date.parse(site.clock.now())
    await site.publish({
      path: '/open/seen',
      kind: 'observation',
      body: 'apple pie',
      applicability: 'here',
      observed_at: new Date(now - 1000).toISOString(),
      refresh_after: new Date(now + 60_000).toISOString(),
    })
    const ask = (token: string | null, tag?: string) =>
      site.get('/api/v1/search?q=apple&limit=2', {
        token,
        headers: tag === undefined ? {} : { 'if-none-match': tag },
      })
    for (const token of [null, site.admin]) {
      const first = await ask(token)
      assert.notEqual(first.as('search').next_cursor, null)
      const tag = first.header('etag') ?? ''
      site.clock.advance({ seconds: 5 })
      assert.equal((await ask(token, tag)).status, 304)
    }
    const tag = (await ask(null)).header('etag') ?? ''
    site.clock.advance({ minutes: 2 })
    assert.equal((await ask(null, tag)).status, 200, 'the observation fell due')
  })

  test('HEAD and If-None-Match are answered', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    await site.publish({ path: '/open/a', body: 'apple pie' })
    const answer = await site.get('/api/v1/search?q=apple')
    const tag = answer.header('etag') ?? ''
    assert.equal((await site.head('/api/v1/search?q=apple')).header('etag'), tag)
    assert.equal(
      (await site.get('/api/v1/search?q=apple', { headers: { 'if-none-match': tag } })).status,
      304,
    )
  })
})
