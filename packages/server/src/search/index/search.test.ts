import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { analyseDocument } from '../../../test/support/analyse-document.ts'
import { analyseQuery } from '../analyse/terms.ts'
import { buildSegment } from './build-segment.ts'
import { type IndexedDocument, termsOfText } from './document.ts'
import { newScratch } from './match.ts'
import { mergeSegments } from './merge-segments.ts'
import { type Ranking, type RankingParams, rank } from './rank.ts'
import { idNumbers, idText, MOST_DOCUMENTS, markDead, openSegment, type Segment } from './segment.ts'
import { packedOf, SegmentUnusable, segmentBytes } from './segment-bytes.ts'

const scratch = newScratch()

function idOf(place: number): string {
  return (
    `${(place * 2_654_435_761) >>> 0}`.padStart(8, '0').slice(0, 8) +
    `-0000-4000-8000-${String(place).padStart(12, '0')}`
  )
}

function documentOf(place: number, body: string, more: Partial<IndexedDocument> = {}): IndexedDocument {
  const texts = { title: `Title ${place}`, path: `/t/p-${place}`, summary: '', body }
  return {
    entryId: idOf(place),
    mode: 'direct',
    refreshAfter: Number.POSITIVE_INFINITY,
    ...termsOfText(texts),
    ...more,
  }
}

function segmentOf(...documents: IndexedDocument[]): Segment {
  return openSegment(buildSegment(documents, []))
}

function search(segments: Segment[], query: string, more: Partial<RankingParams> = {}): Ranking {
  const plain = { mode: null, exact: null, now: 0, limit: 100, after: null, statistics: null }
  return rank(segments, { ...plain, query, ...more }, scratch)
}

function merged(...segments: Segment[]): Segment {
  const [first, ...others] = segments
  assert.ok(first)
  return others.reduce((older, newer) => openSegment(mergeSegments(older, newer)), first)
}

/** The rule as the contract has it, without an index. */
function matchesPlainly(body: string, query: string): boolean {
  const tokens = analyseDocument(body)
  const { terms } = analyseQuery(query)
  const hasWord = (term: (typeof terms)[number]): boolean =>
    tokens.some(
      ({ word, stem }) => stem === term.stem || (term.prefix !== null && word.startsWith(term.prefix)),
    ) ||
    (term.parts.length > 0 && term.parts.every(hasWord))
  return terms.length > 0 && terms.every(hasWord)
}

const WORDS = [
  'run',
  'running',
  'runner',
  'ran',
  'skies',
  'sky',
  'front-matter',
  'front',
  'matter',
  'frontmatter',
]
const MORE_WORDS = [
  'été',
  'node:sqlite',
  'sqlite',
  'general',
  'generation',
  'der',
  '漢字',
  'a1',
  'C++',
  'dying',
]
const texts = fc.array(fc.constantFrom(...WORDS, ...MORE_WORDS), { minLength: 1, maxLength: 8 })

test('it finds what the rule says and nothing else, however the segments came to be', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 12 }), texts, fc.nat(11), (bodies, asked, cut) => {
      // The rule is that of English, and these words show that it is.
      const documents = bodies.map((words, place) =>
        documentOf(place, `${words.join(' ')}. What it is for the`),
      )
      const query = asked.slice(0, 3).join(' ')
      const parts = [documents.slice(0, cut), documents.slice(cut)].filter((part) => part.length > 0)
      const whole = search([segmentOf(...documents)], query)
      const apart = search(
        parts.map((part) => segmentOf(...part)),
        query,
      )
      const joined = search([merged(...parts.map((part) => segmentOf(...part)))], query)
      const expected = bodies.flatMap((words, place) =>
        matchesPlainly(words.join(' '), query) ? [idOf(place)] : [],
      )
      assert.deepEqual(whole.hits.map(({ entryId }) => entryId).sort(), expected.sort())
      assert.deepEqual(apart, whole)
      assert.deepEqual(joined, whole)
    }),
    { numRuns: 300 },
  )
})

test('a document that was replaced counts for nothing: not for matches, frequencies or lengths', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 10 }), texts, (bodies, asked) => {
      const documents = bodies.map((words, place) => documentOf(place, words.join(' ')))
      const [first, ...others] = documents
      assert.ok(first)
      const kept = segmentOf(...others)
      const marked = segmentOf(...documents)
      markDead(marked, idNumbers(first.entryId))
      const query = asked.slice(0, 2).join(' ')
      assert.deepEqual(search([marked], query), search([kept], query))
      assert.deepEqual(search([merged(marked, segmentOf())], query), search([kept], query))
    }),
    { numRuns: 200 },
  )
})

test('pages with the statistics of the first one are the list in pieces', () => {
  const documents = Array.from({ length: 60 }, (_, place) =>
    documentOf(place, `${'apple '.repeat(1 + (place % 5))}pie`),
  )
  const segment = segmentOf(...documents)
  const all = search([segment], 'apple')
  const paged: string[] = []
  let { hits, statistics } = search([segment], 'apple', { limit: 7 })
  while (hits.length > 0) {
    paged.push(...hits.map(({ entryId }) => entryId))
    // Others publish meanwhile, and the statistics of now are different.
    const others = segmentOf(documentOf(1000 + paged.length, 'apple tart'.repeat(50)))
    const last = hits.at(-1)
    assert.ok(last)
    ;({ hits, statistics } = search([segment, others], 'apple', { limit: 7, after: last, statistics }))
    hits = hits.filter(({ entryId }) => documents.some((document) => document.entryId === entryId))
  }
  assert.deepEqual(
    paged,
    all.hits.map(({ entryId }) => entryId),
  )
})

test('the score is the product of the base and the factors that are named', () => {
  const plain = search([segmentOf(documentOf(1, 'apple'))], 'apple').hits[0]
  const due = documentOf(1, 'apple', { mode: 'reviewed', refreshAfter: 5 })
  const raised = search([segmentOf(due)], 'apple', { now: 6 }).hits[0]
  assert.deepEqual(plain?.adjustments, [])
  assert.deepEqual(
    raised?.adjustments.map(({ name }) => name),
    ['reviewed', 'refresh_due'],
  )
  const factor = raised?.adjustments.reduce((product, adjustment) => product * adjustment.factor, 1) ?? 0
  assert.ok(Math.abs((raised?.score ?? 0) - (plain?.score ?? 0) * factor) < 1e-5)
})

test('an exact title, and the entry that was named, come before everything else', () => {
  const titled = {
    ...documentOf(1, 'pear'),
    ...termsOfText({ title: 'Apple pie', path: '/t/x', summary: '', body: 'pear' }),
  }
  const others = Array.from({ length: 20 }, (_, i) =>
    documentOf(2 + i, 'apple pie '.repeat(30), { mode: 'reviewed' }),
  )
  const segment = segmentOf(titled, ...others)
  const [best] = search([segment], 'APPLE  Pie!').hits
  assert.equal(best?.entryId, idOf(1))
  assert.equal(best?.adjustments[0]?.name, 'exact_match')
  assert.equal(
    search([segment], 'apple pie', { exact: idOf(7) })
      .hits.slice(0, 2)
      .map(({ entryId }) => entryId)
      .includes(idOf(7)),
    true,
  )
  assert.deepEqual(
    search([segment], 'nothing here', { exact: idOf(7) }).hits.map(({ entryId }) => entryId),
    [idOf(7)],
  )
})

test('a segment is the same after it was stored, and bytes that are damaged are refused', () => {
  const packed = buildSegment([documentOf(1, 'apple été 漢字'), documentOf(2, 'pie')], [idOf(3)])
  const bytes = segmentBytes(packed)
  assert.deepEqual(packedOf({ buffer: bytes.slice().buffer }), {
    ...packed,
    words: { ...packed.words, text: Buffer.from(packed.words.text) },
  })
  for (const damaged of [
    bytes.slice(0, 40),
    bytes.slice(0, -8),
    new Uint8Array(0),
    bytes.map((byte, i) => (i === 0 ? 9 : byte)),
  ])
    assert.throws(() => packedOf({ buffer: damaged.slice().buffer }), SegmentUnusable)
})

test('a segment of more documents than its numbers can tell is refused', () => {
  const { packed } = segmentOf(documentOf(1, 'some words'))
  const crowded = segmentBytes({ ...packed, modes: new Uint8Array(MOST_DOCUMENTS + 1) })
  assert.throws(() => packedOf({ buffer: crowded.slice().buffer }), SegmentUnusable)
})

test('ids are numbers in the order of their texts', () => {
  fc.assert(fc.property(fc.uuid(), (uuid) => assert.equal(idText(idNumbers(uuid), 0), uuid)))
})
