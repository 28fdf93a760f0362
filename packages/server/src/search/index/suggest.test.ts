import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSegment } from './build-segment.ts'
import { termsOfText } from './document.ts'
import { newScratch } from './match.ts'
import { rank } from './rank.ts'
import { openSegment } from './segment.ts'
import { subsetsOf } from './subsets.ts'
import { suggestQueries } from './suggest.ts'

const scratch = newScratch()
const PLAIN = { mode: null, exact: null, now: 0, limit: 10, after: null, statistics: null }

/** Asks for suggestions where each of the texts is an article. */
function over(...bodies: string[]) {
  const texts = bodies.map((body, place) => ({
    entryId: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    title: `Title ${place}`,
    path: `/t/${place}`,
    summary: '',
    body,
  }))
  const documents = texts.map(({ entryId, ...text }) => ({
    entryId,
    mode: 'direct' as const,
    refreshAfter: Number.POSITIVE_INFINITY,
    ...termsOfText(text),
  }))
  const segments = [openSegment(buildSegment(documents, []))]
  const known = new Map(texts.map(({ entryId, title, body }) => [entryId, { title, text: body }]))
  const readTexts = async (ids: readonly string[]) =>
    new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) ?? { title: '', text: '' }]] : [])))
  return async (query: string) => {
    const suggestions = await suggestQueries(segments, { query, mode: null, now: 0 }, { scratch, readTexts })
    for (const suggestion of suggestions)
      assert.notEqual(rank(segments, { ...PLAIN, query: suggestion }, scratch).hits.length, 0, suggestion)
    return suggestions
  }
}

test('suggestions correct the spelling, leave out the word that nothing has, or one of several', async () => {
  const suggest = over('certificate expiration', 'archive extraction')
  assert.deepEqual(await suggest('certifcate'), ['certificate'])
  assert.deepEqual(await suggest('certifcate expiration'), ['certificate expiration', 'expiration'])
  assert.deepEqual(await suggest('zzzzzz archive'), ['archive'])
  assert.deepEqual(await suggest('archive certificate'), ['certificate', 'archive'])
  assert.deepEqual(await suggest('zzzzzz'), [])
})

test('the largest subset that a document holds comes first, in the words of the caller', async () => {
  const suggest = over('a pump with a valve and a seal', 'a pump with a motor', 'the valves of a heart')
  const [first, ...others] = await suggest('Which Pumps have motor-driven valves with a seal?')
  assert.equal(first, 'Pumps valves seal')
  assert.ok(others.length > 0)
})

test('a compound stays as it was written where it is held, and else loses what is not', async () => {
  const suggest = over('the module node:sqlite opens files', 'front doors')
  assert.deepEqual(await suggest('zzzzzz of node:sqlite'), ['node:sqlite'])
  assert.deepEqual(await suggest('front-xyzzyq'), ['front'])
})

test('a correction is written as the documents write it', async () => {
  const suggest = over('Nach dem Sturm waren die Dächer zerstört.', 'Настройка: смотрите настройки сервера')
  assert.deepEqual(await suggest('zerstöhrt dächerr'), ['zerstört Dächer'])
  assert.deepEqual(await suggest('настрайки'), ['настройки'])
})

test('scripts without spaces are written without spaces', async () => {
  const suggest = over('漢字を書く練習')
  assert.deepEqual(await suggest('漢字を読む'), ['漢字を'])
})

test('a question of which one word is known always gets one, be it a stop word', async () => {
  const suggest = over('what is this', 'known')
  assert.deepEqual(await suggest('what about qqqq'), ['what'])
  const unknown = Array.from({ length: 60 }, (_, place) => `x${place}`)
  assert.deepEqual(await suggest([...unknown, 'known'].join(' ')), ['known'])
})

test('subsets: one that any of the best holds, then those that half and three quarters of them hold', () => {
  const held = (words: string) => [...'abcd'].map((word) => words.includes(word))
  const best = ['ab', 'abc', 'bcd', 'bd', 'b'].map(held)
  const texts = subsetsOf(best, [1, 2, 3, 4]).map((subset) =>
    [...'abcd'].filter((_, i) => subset[i]).join(''),
  )
  assert.deepEqual(texts, ['bcd', 'bd', 'b', 'ab', 'abc'])
})
