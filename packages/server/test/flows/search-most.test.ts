import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { assertSame } from '../support/sameness.ts'
import { describeSearches, type Site } from '../support/site.ts'

type Found = AnswerOf<Operations['search']>

const QUESTION = 'q=why+does+the+Pump+leak+at+its+seals&match=most'

async function search(site: Site, query: string, token: string | null = null): Promise<Found> {
  return (await site.get(`/api/v1/search?${query}`, { token })).as('search')
}

async function publishPumps(site: Site): Promise<void> {
  await site.publish({
    path: '/tools/pump',
    title: 'Pumps',
    body: 'A pump **leaks** where its seal is worn.\n',
  })
  await site.publish({ path: '/tools/motor', title: 'Motors', body: 'The motor of a pump.\n' })
  await site.publish({ path: '/tools/roof', title: 'Roofs', body: 'Where the roof is leaking.\n' })
  await site.publish({ path: '/tools/rake', title: 'Rakes', body: 'Leaves and grass.\n' })
}

describeSearches((sites) => {
  test('one word of a question is enough; an item names the words that it lacks', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishPumps(site)
    const found = await search(site, QUESTION)
    assert.equal(found.match, 'most')
    assert.equal(found.query, 'why does the Pump leak at its seals')
    assert.deepEqual(found.suggestions, [])
    assert.deepEqual(
      found.items.map(({ path, missing_terms }) => [path, missing_terms]),
      [
        ['/tools/pump', []],
        ['/tools/roof', ['Pump', 'seals']],
        ['/tools/motor', ['leak', 'seals']],
      ],
    )
    assert.equal(found.items[0]?.excerpt, 'A pump leaks where its seal is worn.')
    assert.deepEqual((await search(site, `${QUESTION}&mode=reviewed`)).items, [])
    assert.deepEqual((await search(site, `${QUESTION}&topic=nowhere`)).match, 'most')
    assert.deepEqual((await search(site, 'q=zzzz&match=most')).items, [])
  })

  test('every word must match where nothing else is said, and where that is said', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishPumps(site)
    const [silent, named] = [await search(site, 'q=pump'), await search(site, 'q=pump&match=all')]
    assert.deepEqual(named, silent)
    assert.equal(silent.match, 'all')
    assert.deepEqual(
      silent.items.map(({ missing_terms }) => missing_terms),
      [[], []],
    )
    const { next_cursor } = await search(site, 'q=pump&limit=1')
    assert.equal((await search(site, `q=pump&match=all&limit=1&cursor=${next_cursor}`)).items.length, 1)
    ;(await site.get('/api/v1/search?q=pump&match=any')).refused('invalid_request')
  })

  test('a cursor is bound to the way of matching, and a walk of pages is the list', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishPumps(site)
    const whole = await search(site, QUESTION)
    const paths: string[] = []
    for (let cursor = ''; ; ) {
      const page = await search(site, `${QUESTION}&limit=1${cursor}`)
      paths.push(...page.items.map(({ path }) => path))
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
      const other = `/api/v1/search?${QUESTION.replace('&match=most', '')}&limit=1${cursor}`
      ;(await site.get(other)).refused('invalid_cursor')
      await site.publish({ path: `/tools/new-${paths.length}`, body: 'A pump that leaks at its seals.\n' })
    }
    const there = whole.items.map(({ path }) => path)
    assert.deepEqual(
      paths.filter((path) => there.includes(path)),
      there,
    )
    assert.equal(new Set(paths).size, paths.length)
  })

  test('with and without hidden documents every answer is the same to the byte', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    for (let i = 0; i < 12; i += 1)
      await site.publish({
        path: `/open/doc-${i}`,
        title: `Doc ${i}`,
        body: `${'apple '.repeat(1 + (i % 4))} pie ${'crust '.repeat(i % 3)} dough ${i % 2 ? 'oven' : 'stove'}`,
      })
    const first = await search(site, 'q=apple+crust&match=most&limit=5')
    const queries = [
      'q=apple+crust+oven',
      `q=apple+crust&limit=5&cursor=${first.next_cursor}`,
      'q=apple+secret',
      'q=secret+zucchini',
      'q=/shut/doc-1',
      'q=apple+pie&topic=shut',
    ].map((query) => `/api/v1/search?${query}&match=most`)
    const suggested = ['q=apple+zucchini+oven', 'q=aplle+secrte', 'q=stove+oven'].map(
      (query) => `/api/v1/search?${query}`,
    )
    const outsider = await site.token({ preset: 'curator', topic_grants: ['open'], review_grants: [] })
    const answers = async () => {
      const all = []
      for (const token of [null, outsider])
        for (const path of [
          ...queries.filter((path) => !path.includes('cursor') || token === null),
          ...suggested,
        ])
          all.push(await site.get(path, { token }))
      return all
    }
    const without = await answers()
    await site.topic('shut', 'invited')
    for (let i = 0; i < 8; i += 1)
      await site.publish({
        path: `/shut/doc-${i}`,
        title: 'Secret apple crust',
        body: `secret zucchini ${'apple crust oven '.repeat(9)} aplles stove`,
      })
    for (const [i, answer] of (await answers()).entries()) {
      const before = without[i]
      assert.ok(before)
      assertSame(answer, before)
      assert.equal(answer.header('etag'), before.header('etag'))
    }
  })

  test('whatever is asked gets an answer', async (t) => {
    const site = await sites.open(t, { topics: ['open'] })
    await site.publish({ path: '/open/a', title: 'The who', body: 'AND OR NOT what is this? 漢字 שלום c++' })
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
    const questions = [
      ' ',
      '???',
      'what is the',
      '漢字を',
      '🙂'.repeat(200),
      'x'.repeat(200),
      letters.join(' '),
    ]
    for (const query of questions)
      for (const match of ['all', 'most'])
        assert.equal((await search(site, `q=${encodeURIComponent(query)}&match=${match}`)).query, query)
    const { items } = await search(site, `q=${encodeURIComponent('漢字を見る')}&match=most`)
    assert.deepEqual(items[0]?.missing_terms, ['字を', 'を見', '見る'])
  })
})
