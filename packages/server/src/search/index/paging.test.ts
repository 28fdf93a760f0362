import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Hit } from './best.ts'
import { buildSegment } from './build-segment.ts'
import { type IndexedDocument, termsOfText } from './document.ts'
import { newScratch } from './match.ts'
import { type RankingParams, rank } from './rank.ts'
import { idNumbers, markDead, openSegment, type Segment } from './segment.ts'

const ENTRIES = 30
const scratch = newScratch()

function idOf(place: number): string {
  return `${String((place * 7919) % 100).padStart(8, '0')}-0000-4000-8000-${String(place).padStart(12, '0')}`
}

function documentOf(place: number, apples: number): IndexedDocument {
  const texts = { title: `Title ${place}`, path: `/t/p-${place}`, summary: '' }
  const body = `pie ${'apple '.repeat(apples)}`
  return {
    entryId: idOf(place),
    mode: 'direct',
    refreshAfter: Number.POSITIVE_INFINITY,
    ...termsOfText({ ...texts, body }),
  }
}

/** Publishes a document in the place of the entry's older ones. */
function publish(segments: Segment[], document: IndexedDocument): void {
  for (const segment of segments) markDead(segment, idNumbers(document.entryId))
  segments.push(openSegment(buildSegment([document], [])))
}

/** Every hit of a walk; `between` happens before each page but the first. */
function walk(segments: Segment[], limit: number, between: (page: number) => void): Hit[] {
  const hits: Hit[] = []
  let asked: RankingParams = {
    query: 'apple',
    mode: null,
    exact: null,
    now: 0,
    limit,
    after: null,
    statistics: null,
  }
  for (let page = 1; ; page += 1) {
    const found = rank(segments, asked, scratch)
    hits.push(...found.hits)
    const last = found.hits.at(-1)
    if (last === undefined) return hits
    asked = { ...asked, after: last, statistics: found.statistics }
    between(page)
  }
}

const applesOfAll = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: ENTRIES, maxLength: ENTRIES })
const revisions = fc.array(
  fc.record({
    page: fc.integer({ min: 1, max: 6 }),
    place: fc.nat(2 * ENTRIES),
    apples: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 12 },
)

test('whatever is published or revised between pages, what is not revised comes exactly once, in one order', () => {
  fc.assert(
    fc.property(applesOfAll, revisions, fc.integer({ min: 2, max: 9 }), (all, revised, limit) => {
      const documents = all.map((apples, place) => documentOf(place, apples))
      const segments = [openSegment(buildSegment(documents, []))]
      const undisturbed = walk([openSegment(buildSegment(documents, []))], limit, () => {})
      const hits = walk(segments, limit, (page) => {
        for (const { place, apples } of revised.filter((change) => change.page === page))
          publish(segments, documentOf(place, apples))
      })
      const touched = new Set(revised.map(({ place }) => idOf(place)))
      const kept = (list: Hit[]) => list.filter(({ entryId }) => !touched.has(entryId))
      assert.deepEqual(kept(hits), kept(undisturbed))
    }),
    { numRuns: 150 },
  )
})
