import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IndexedDocument } from '../index/document.ts'
import { newScratch } from '../index/match.ts'
import { rank } from '../index/rank.ts'
import { MOST_DOCUMENTS, openSegment } from '../index/segment.ts'
import { packedOf } from '../index/segment-bytes.ts'
import { packTopic, type Write } from './pack.ts'
import { addChanges, newTopicIndex, setStored, type TopicIndex } from './topic-index.ts'

function entryId(place: number): string {
  return `${String(place).padStart(8, '0')}-0000-4000-8000-000000000000`
}

function documentOf(place: number): IndexedDocument {
  return {
    entryId: entryId(place),
    mode: 'direct',
    refreshAfter: Number.POSITIVE_INFINITY,
    names: [0, 0, 0, place],
    lengths: [0, 0, 0, 2],
    words: new Map([
      ['common', 1 + (place % 9)],
      [`word${place}end`, 1],
    ]),
    languages: 0,
    foreign: new Map(),
  }
}

function add(index: TopicIndex, from: number, to: number, gone: string[] = []): void {
  const documents = Array.from({ length: to - from }, (_, i) => documentOf(from + i))
  addChanges(index, { documents, gone, upTo: index.seq + documents.length + gone.length })
}

function rankIn(index: TopicIndex, query: string) {
  const plain = { mode: null, exact: null, now: 0, limit: 30, after: null, statistics: null }
  return rank(
    index.held.map(({ segment }) => segment),
    { ...plain, query },
    newScratch(),
  )
}

/** What packing writes, kept in memory. */
function keeper() {
  const parts = new Map<string, Uint8Array[]>()
  let segments: string[] = []
  const write: Write = async (packing) => {
    if (packing.step === 'part')
      parts.set(packing.segment, [...(parts.get(packing.segment) ?? []), packing.bytes])
    if (packing.step === 'use') segments = packing.segments
    return true
  }
  const stored = () =>
    segments.map((name) => {
      const { buffer } = Uint8Array.from(Buffer.concat(parts.get(name) ?? []))
      return { stored: name, segment: openSegment(packedOf({ buffer })) }
    })
  return { write, stored }
}

test('more documents than a segment holds are packed into several, and found as before', async () => {
  const index = newTopicIndex()
  add(index, 0, 40_000)
  add(index, 40_000, MOST_DOCUMENTS + 10_000, [entryId(7)])
  const queries = ['common', 'word6end', 'word7end', 'word39999end', `word${MOST_DOCUMENTS + 5000}end`]
  const before = queries.map((query) => rankIn(index, query))
  assert.deepEqual(
    before.map(({ hits }) => hits.length),
    [30, 1, 0, 1, 1],
  )
  const { write, stored } = keeper()
  const head = { topicId: 't', epoch: '', seq: index.seq, packedSeq: 0, segments: [] }
  await packTopic({ readHead: async () => head, indexTopic: async () => index, write }, 't')
  const again = newTopicIndex()
  setStored(again, stored(), { epoch: '', packedSeq: index.seq })
  assert.ok(again.held.length > 1)
  for (const { segment } of again.held) assert.ok(segment.packed.modes.length <= MOST_DOCUMENTS)
  assert.deepEqual(
    queries.map((query) => rankIn(again, query)),
    before,
  )
})

test('a segment of which a part was not stored is never used', async () => {
  const index = newTopicIndex()
  add(index, 0, 1000)
  const head = { topicId: 't', epoch: '', seq: index.seq, packedSeq: 0, segments: [] }
  const steps: string[] = []
  const write: Write = async ({ step }) => {
    steps.push(step)
    return step !== 'part'
  }
  await assert.rejects(packTopic({ readHead: async () => head, indexTopic: async () => index, write }, 't'))
  assert.deepEqual(steps, ['claim', 'part'])
})
