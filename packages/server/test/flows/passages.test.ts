import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { describeSearches, type Site } from '../support/site.ts'

type Page = AnswerOf<Operations['findPassages']>
type Item = Page['items'][number]

const PUMP = `# Pumps

A pump leaks where its seal is worn.

## Care 😀

Grease the seal every spring.

Let it dry.

\`\`\`sh
pump --test seal
\`\`\`

## Colour

It is green.
`

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function passages(
  site: Site,
  query: Record<string, string>,
  token: string | null = null,
): Promise<Page> {
  return (await site.get(`/api/v1/passages?${new URLSearchParams(query)}`, { token })).as('findPassages')
}

/** Each item is exactly its bytes, alone and in its revision, and no page is over its budget. */
async function requireExact(
  site: Site,
  page: Page,
  budget: number,
  token: string | null = null,
): Promise<void> {
  for (const { content_hash, start, end, sha256: hash, text, approx_tokens } of page.items) {
    const headers = { range: `bytes=${start}-${end - 1}` }
    const part = await site.get(`/objects/${content_hash}`, { token, headers })
    assert.equal(part.status, 206)
    assert.equal(part.text, text)
    assert.equal(sha256(part.bytes), hash)
    assert.equal(sha256(Buffer.from(text)), hash)
    assert.equal(approx_tokens, Math.ceil((end - start) / 4))
    assert.ok(end - start <= 4096)
  }
  assert.equal(
    page.used_tokens,
    page.items.reduce((sum, { approx_tokens }) => sum + approx_tokens, 0),
  )
  assert.ok(page.used_tokens <= budget, `${page.used_tokens} of ${budget}`)
}

async function allPages(site: Site, query: Record<string, string>): Promise<Page[]> {
  const pages = [await passages(site, query)]
  for (let last = pages[0]; last?.next_cursor; last = pages.at(-1))
    pages.push(await passages(site, { ...query, cursor: last.next_cursor }))
  return pages
}

function placesOf(items: readonly Item[]): string[] {
  return items.map(({ path, start, end }) => `${path} ${start}-${end}`)
}

async function publishMany(site: Site, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const sections = Array.from(
      { length: 6 },
      (_, part) => `## Part ${part}\n\n${'The seal of a pump wears out in time. '.repeat(6 + number)}\n`,
    )
    await site.publish({ path: `/tools/pump-${number}`, title: `Pump ${number}`, body: sections.join('\n') })
  }
}

describeSearches((sites) => {
  test('a question finds the passages that answer it, with their place, hash and headings', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash, entry_id } = await site.publish({ path: '/tools/pump', title: 'Water', body: PUMP })
    await site.publish({ path: '/tools/roof', title: 'Roofs', body: 'Where the roof is leaking.\n' })
    await site.publish({ path: '/tools/rake', title: 'Rakes', body: 'Leaves and grass.\n' })
    const page = await passages(site, { q: 'How often must the seals get Grease?' })
    await requireExact(site, page, 2000)
    assert.equal(page.next_cursor, null)
    const [best] = page.items
    assert.partialDeepStrictEqual(best, {
      content_hash,
      entry_id,
      path: '/tools/pump',
      title: 'Water',
      mode: 'direct',
      headings: ['Pumps', 'Care 😀'],
      text: '## Care 😀\n\nGrease the seal every spring.\n\nLet it dry.\n\n```sh\npump --test seal\n```',
      missing_terms: ['often', 'get'],
      freshness: null,
    })
    const other = page.items[1]
    assert.deepEqual([other?.headings, other?.missing_terms], [['Pumps'], ['often', 'get', 'Grease']])
    const leak = await passages(site, { q: 'leak' })
    assert.deepEqual(leak.items.map(({ path }) => path).sort(), ['/tools/pump', '/tools/roof'])
    assert.deepEqual((await passages(site, { q: 'leak', mode: 'reviewed' })).items, [])
    assert.deepEqual(await passages(site, { q: 'leak', topic: 'nowhere' }), {
      items: [],
      used_tokens: 0,
      next_cursor: null,
    })
  })

  test('words are found in the forms of the language of the article', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body =
      '# Los servidores\n\nEsta es una página en la que no hay nada más.\n\n## Uso\n\nSe configuran con un archivo.\n'
    await site.publish({ path: '/tools/servidores', title: 'Los servidores', body })
    const { items } = await passages(site, { q: 'configurar' })
    assert.deepEqual(
      items.map(({ headings, missing_terms }) => [headings.at(-1), missing_terms]),
      [
        ['Uso', []],
        ['Los servidores', ['configurar']],
      ],
    )
  })

  test('an observation is fresh, or due', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const observed = { applicability: 'here', observed_at: '2026-03-01T00:00:00.000Z' }
    for (const [path, day] of [
      ['/tools/old', '2026-03-01'],
      ['/tools/new', '2027-03-01'],
    ] as const)
      await site.publish({
        path,
        kind: 'observation',
        ...observed,
        refresh_after: `${day}T12:00:00.000Z`,
        body: 'The seal leaks.\n',
      })
    const { items } = await passages(site, { q: 'seal' })
    assert.deepEqual(Object.fromEntries(items.map(({ path, freshness }) => [path, freshness])), {
      '/tools/old': 'due',
      '/tools/new': 'fresh',
    })
  })

  test('pages hold their budget and three of an entry, and repeat nothing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishMany(site, 5)
    for (const budget of [200, 700, 2000, 20_000]) {
      const pages = await allPages(site, { q: 'seal of a pump', budget: String(budget) })
      const seen = new Set<string>()
      for (const page of pages) {
        assert.ok(page.items.length > 0)
        await requireExact(site, page, budget)
        const counts = Object.values(Object.groupBy(page.items, ({ path }) => path))
        for (const own of counts) assert.ok((own?.length ?? 0) <= 3)
        for (const place of placesOf(page.items)) {
          assert.ok(!seen.has(place), place)
          seen.add(place)
        }
      }
      const firstParts = Object.groupBy(
        pages.flatMap(({ items }) => items),
        ({ path }) => path,
      )
      assert.equal(Object.keys(firstParts).length, 5)
      for (const own of Object.values(firstParts)) {
        const parts =
          own?.flatMap(({ start, end }) => [[start, end] as const]).sort(([a], [b]) => a - b) ?? []
        for (const [place, [start]] of parts.entries()) assert.ok(start >= (parts[place - 1]?.[1] ?? 0))
      }
    }
  })

  test('what changes its head, or leaves the list, during a walk is left out of the rest of it', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'garden'] })
    await publishMany(site, 3)
    const own = { body: 'The seal of a pump, in a garden.\n\n'.repeat(90) }
    const revised = await site.publish({ path: '/tools/revised', ...own })
    const retired = await site.publish({ path: '/tools/retired', ...own })
    const hidden = await site.publish({ path: '/garden/hidden', ...own })
    const query = { q: 'seal of a pump', budget: '1200' }
    const first = await passages(site, query)
    assert.ok(first.next_cursor)
    await site.publish({ path: '/tools/revised', body: `${own.body}And a seal more.\n`, revises: revised })
    const retirement = { state: 'retired', reason: 'no longer so' }
    await site.post(`/api/v1/objects/${retired.content_hash}/retirement`, retirement, { token: site.admin })
    const close = { expected_visibility: 'public', visibility: 'invited', reason: 'closed' }
    await site.post('/api/v1/topics/garden/visibility', close, { token: site.admin })
    const rest: Item[] = []
    for (let cursor: string | null = first.next_cursor; cursor !== null; ) {
      const page: Page = await passages(site, { ...query, cursor })
      await requireExact(site, page, 1200)
      rest.push(...page.items)
      cursor = page.next_cursor
    }
    assert.ok(rest.length > 0)
    const gone = new Set([revised, retired, hidden].map(({ entry_id }) => entry_id))
    assert.ok(rest.every(({ entry_id }) => !gone.has(entry_id)))
    const again = await passages(site, { ...query, budget: '20000' })
    assert.ok(again.items.some(({ path }) => path === '/tools/revised'))
    assert.ok(again.items.every(({ path }) => path !== '/tools/retired' && path !== '/garden/hidden'))
  })

  test('a cursor belongs to its question, its filters and its budget', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishMany(site, 3)
    const { next_cursor } = await passages(site, { q: 'seal', budget: '300' })
    assert.ok(next_cursor)
    const others: Record<string, string>[] = [
      { q: 'seals', budget: '300' },
      { q: 'seal', budget: '301' },
      { q: 'seal' },
      { q: 'seal', budget: '300', topic: 'tools' },
      { q: 'seal', budget: '300', mode: 'direct' },
    ]
    for (const query of others) {
      const path = `/api/v1/passages?${new URLSearchParams({ ...query, cursor: next_cursor })}`
      ;(await site.get(path)).refused('invalid_cursor')
    }
    ;(await site.get('/api/v1/search?q=seal&match=most&cursor=x')).refused('invalid_cursor')
    const own = new URLSearchParams({ q: 'seal', budget: '300', cursor: next_cursor })
    ;(await site.get(`/api/v1/passages?${own}`, { token: site.admin })).refused('invalid_cursor')
  })

  test('bad input is refused, and strange questions are answered', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishMany(site, 3)
    await site.publish({
      path: '/tools/long',
      body: `${'seal'.repeat(4000)}\n\n${'Das Siegel. '.repeat(3000)}\n`,
    })
    for (const query of [
      '',
      'q=',
      `q=${'a'.repeat(1001)}`,
      'q=a&budget=199',
      'q=a&budget=20001',
      'q=a&budget=x',
    ])
      (await site.get(`/api/v1/passages?${query}`)).refused('invalid_request')
    for (const query of [
      'q=a&budget=',
      'q=a&limit=5',
      'q=a&match=all',
      'q=a&topic=No',
      'q=a&mode=any',
      'q=a&q=b',
    ])
      (await site.get(`/api/v1/passages?${query}`)).refused('invalid_request')
    const questions = [
      'what is it about, and why was it there?',
      '😀'.repeat(1000),
      'a'.repeat(900),
      'seal'.repeat(220),
      Array.from({ length: 300 }, (_, number) => `${number.toString(36)}`).join(' '),
      Array.from({ length: 120 }, (_, number) => `p${number.toString(36)}-x`).join(' '),
      Array.from({ length: 58 }, (_, n) => `${n}a-${n}b-${n}c-${n}d`)
        .join(' ')
        .slice(0, 1000),
      '"; drop table entries; --',
      '* OR NOT (seal)',
      '/tools/pump-1',
      '\u0301'.repeat(1000),
      '水泵的密封件'.repeat(100),
    ]
    for (const q of questions)
      for (const budget of ['200', '20000'])
        await requireExact(site, await passages(site, { q, budget }), Number(budget))
    const walked = await allPages(site, { q: questions.at(4) ?? '', budget: '200' })
    for (const page of walked) await requireExact(site, page, 200)
  })

  test('passages of a hidden topic are for whoever may read it, and move no score', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishMany(site, 2)
    const query = { q: 'seal of a vault', budget: '1000' }
    const before = await passages(site, query)
    await site.topic('vault', 'invited')
    for (let number = 0; number < 30; number += 1)
      await site.publish({ path: `/vault/pump-${number}`, body: 'The seal of the vault, a pump.\n' })
    assert.deepEqual(await passages(site, query), before)
    assert.deepEqual((await passages(site, { ...query, topic: 'vault' })).items, [])
    const seen = await passages(site, query, site.admin)
    await requireExact(site, seen, 1000, site.admin)
    assert.ok(seen.items.some(({ path }) => path.startsWith('/vault/')))
  })
})
