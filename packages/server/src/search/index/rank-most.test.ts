import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildSegment } from './build-segment.ts'
import { termsOfText } from './document.ts'
import { newScratch } from './match.ts'
import { mergeSegments } from './merge-segments.ts'
import { rank } from './rank.ts'
import { type MostParams, type MostRanking, rankMost } from './rank-most.ts'
import { openSegment, type Segment } from './segment.ts'

const scratch = newScratch()
const PLAIN = { mode: null, exact: null, now: 0, limit: 100, after: null }

interface Article {
  readonly id: string
  readonly title: string
  readonly body: string
}

function article(place: number, body: string, title = `Title ${place}`): Article {
  return { id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`, title, body }
}

function segmentOf(articles: readonly Article[]): Segment {
  const documents = articles.map(({ id, title, body }) => ({
    entryId: id,
    mode: 'direct' as const,
    refreshAfter: Number.POSITIVE_INFINITY,
    ...termsOfText({ title, path: `/t/${id.slice(-4)}`, summary: '', body }),
  }))
  return openSegment(buildSegment(documents, []))
}

function ask(
  segments: readonly Segment[],
  articles: readonly Article[],
  asked: Partial<MostParams> & { query: string },
): Promise<MostRanking> {
  const readTexts = async (ids: readonly string[]) =>
    new Map(
      articles.flatMap(({ id, title, body }) => (ids.includes(id) ? [[id, { title, text: body }]] : [])),
    )
  return rankMost(segments, { ...PLAIN, pins: null, ...asked }, { scratch, readTexts })
}

async function search(articles: readonly Article[], query: string): Promise<MostRanking['hits']> {
  return (await ask([segmentOf(articles)], articles, { query })).hits
}

function numbersOf(hits: readonly { entryId: string }[]): number[] {
  return hits.map(({ entryId }) => Number(entryId.slice(-12)))
}

test('one word is enough, and what answers more of the question comes first', async () => {
  const articles = [
    article(1, 'the pump has a valve and a seal'),
    article(2, 'the pump has a valve and a lid'),
    article(3, 'the pump has a motor and a lid'),
    article(4, 'the house has a door and a lid'),
  ]
  const hits = await search(articles, 'Which seals fit the valve of a Pump?')
  assert.deepEqual(numbersOf(hits), [1, 2, 3])
  assert.deepEqual(
    hits.map(({ missing }) => missing),
    [['fit'], ['seals', 'fit'], ['seals', 'fit', 'valve']],
  )
})

test('words that stand close together are worth more than the same words apart', async () => {
  const filling = 'some other words that say nothing much of it '.repeat(8)
  const articles = [
    article(1, `the boiler ${filling} leaks`),
    article(2, `the boiler leaks ${filling} often`),
    article(3, `the kettle leaks ${filling} often`),
  ]
  assert.deepEqual(numbersOf(await search(articles, 'boiler leaks')), [2, 1, 3])
})

test('words that the best documents share raise others, and find none of their own', async () => {
  const about = ['torque wrench newton', 'torque newton wrench tightening', 'torque wrench tightening']
  const articles = [
    ...about.map((body, place) => article(place, body)),
    article(10, 'torque newton tightening'),
    article(11, 'torque orchard meadow'),
    article(12, 'newton tightening'),
    ...Array.from({ length: 20 }, (_, place) => article(20 + place, `orchard meadow ${place}`)),
  ]
  const numbers = numbersOf(await search(articles, 'torque wrench'))
  assert.deepEqual(numbers.slice(-2), [10, 11])
  assert.ok(!numbers.includes(12))
})

test('a compound is held by itself, or by its words, each for itself', async () => {
  const articles = [
    article(1, 'send an email today'),
    article(2, 'send an e-mail today'),
    article(3, 'send mail today'),
  ]
  const hits = await search(articles, 'E-Mail')
  const missing = new Map(numbersOf(hits).map((number, place) => [number, hits[place]?.missing]))
  assert.deepEqual(missing.get(1), [])
  assert.deepEqual(missing.get(2), [])
  assert.deepEqual(missing.get(3), ['E'])
})

test('a word that only begins others counts where it is no word itself', async () => {
  const articles = [
    article(1, 'the planet turns'),
    article(2, 'a plan of it'),
    article(3, 'the horizontal one'),
  ]
  assert.deepEqual(numbersOf(await search(articles, 'plan')), [2, 1])
  const [first] = await search(articles, 'horizon')
  assert.deepEqual(first?.missing, [])
})

const words = fc.constantFrom(
  'pump',
  'pumps',
  'valve',
  'seal',
  'e-mail',
  'email',
  'mail',
  'lid',
  'lids',
  'motor',
)
const bodies = fc.array(fc.array(words, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 14 })

test('what holds every word lacks none, and the segments make no difference', async () => {
  await fc.assert(
    fc.asyncProperty(
      bodies,
      fc.array(words, { minLength: 1, maxLength: 4 }),
      fc.nat(14),
      async (all, asked, cut) => {
        const articles = all.map((body, place) => article(place, body.join(' ')))
        const query = asked.join(' ')
        const parts = [articles.slice(0, cut), articles.slice(cut)]
          .filter(({ length }) => length > 0)
          .map(segmentOf)
        const whole = await ask([segmentOf(articles)], articles, { query })
        const apart = await ask(parts, articles, { query })
        const [one, other] = parts
        const merged = one && other ? [openSegment(mergeSegments(one, other))] : parts
        const joined = await ask(merged, articles, { query })
        assert.deepEqual(apart.hits, whole.hits)
        assert.deepEqual(joined.hits, whole.hits)
        const complete = whole.hits.filter(({ missing }) => missing.length === 0)
        const every = rank([segmentOf(articles)], { ...PLAIN, query, statistics: null }, scratch).hits
        assert.deepEqual(numbersOf(complete).sort(), numbersOf(every).sort())
      },
    ),
    { numRuns: 150 },
  )
})

test('pages with the pins of the first one are the list in pieces, while others publish', async () => {
  const articles = Array.from({ length: 300 }, (_, place) =>
    article(
      place,
      `${'apple '.repeat(1 + (place % 7))} pie ${'crust '.repeat(place % 5)} ${'jam '.repeat(place % 3)}`,
    ),
  )
  const segment = segmentOf(articles)
  const query = 'apple jam crust'
  const { hits } = await ask([segment], articles, { query, limit: 300 })
  assert.ok(hits.length <= 300)
  const paged: number[] = []
  let page = await ask([segment], articles, { query, limit: 40 })
  while (page.hits.length > 0) {
    paged.push(...numbersOf(page.hits))
    const others = [article(1000 + paged.length, `${'apple '.repeat(9)} jam crust`)]
    const { pins } = page
    const after = page.hits.at(-1) ?? null
    page = await ask([segment, segmentOf(others)], [...articles, ...others], {
      query,
      limit: 40,
      after,
      pins,
    })
  }
  const there = paged.filter((number) => number < 1000)
  assert.equal(new Set(paged).size, paged.length)
  assert.deepEqual(there.toSorted(), articles.map((_, place) => place).toSorted())
})

test('giving up documents on the way changes nothing of the best', async () => {
  const many = fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 12 }), {
    minLength: 200,
    maxLength: 400,
  })
  const query = 'w1 w2 w3 w5-w8 w13 w21'
  await fc.assert(
    fc.asyncProperty(many, async (all) => {
      // Low numbers are in more documents.
      const articles = all.map((numbers, place) =>
        article(place, numbers.map((number) => `w${Math.floor(number ** 2 / 30)}`).join(' ')),
      )
      const segments = [segmentOf(articles.slice(0, 150)), segmentOf(articles.slice(150))]
      const given = await ask(segments, articles, { query, limit: 100 })
      // With a filter every document is ranked.
      const every = await ask(segments, articles, { query, limit: 100, mode: 'direct' })
      assert.deepEqual(given.hits, every.hits)
      assert.deepEqual(given.pins, every.pins)
    }),
    { numRuns: 30 },
  )
})
