import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSegment } from './build-segment.ts'
import { termsOfText } from './document.ts'
import { rankedSince } from './ranked-since.ts'
import { idNumbers, markDead, openSegment } from './segment.ts'

const NEVER = Number.POSITIVE_INFINITY

function idOf(place: number): string {
  return `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
}

function segmentOf(first: number, times: readonly number[]) {
  const texts = { title: 'Seen', path: '/t/seen', summary: '', body: '' }
  const documents = times.map((refreshAfter, place) => ({
    entryId: idOf(first + place),
    mode: 'direct' as const,
    refreshAfter,
    ...termsOfText(texts),
  }))
  return openSegment(buildSegment(documents, []))
}

test('documents are ranked alike from just after the last one fell due', () => {
  const segments = [segmentOf(0, [500, NEVER, 100, 300]), segmentOf(10, [400, 100])]
  for (const [now, since] of [
    [0, 0],
    [100, 0],
    [101, 101],
    [300, 101],
    [301, 301],
    [450, 401],
    [500, 401],
    [9000, 501],
  ] as const) {
    assert.equal(rankedSince(segments, now), since, String(now))
    assert.equal(rankedSince(segments, since), since, 'it is the same from itself')
  }
  assert.equal(rankedSince([], 1000), 0)
  assert.equal(rankedSince([segmentOf(0, [NEVER])], 1000), 0)
})

test('what is no head any more falls due no longer', () => {
  const segment = segmentOf(0, [100, 200])
  markDead(segment, idNumbers(idOf(1)))
  assert.equal(rankedSince([segment], 1000), 101)
})
