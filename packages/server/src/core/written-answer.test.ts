import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weakTag } from './entity-tag.ts'
import { bodyValue, bodyValueInTurns, isWritten, writeAnswer } from './written-answer.ts'

const PAGE = {
  query: 'naïve 🙂',
  match: 'all' as const,
  excerpt_format: 'plain_text' as const,
  items: [],
  next_cursor: 'abc',
  suggestions: [],
}

test('an answer is trimmed to the contract before it is written down', () => {
  const written = writeAnswer('search', { ...PAGE, secret: 'of a hidden topic' } as typeof PAGE)
  assert.deepEqual(bodyValue(written), PAGE)
  assert.equal(new TextDecoder().decode(written.bytes), JSON.stringify(PAGE))
})

test('what was written names its operation and has the tag and the cursor of its text', () => {
  const { operation, tag, nextCursor } = writeAnswer('search', PAGE)
  assert.equal(operation, 'search')
  assert.equal(tag, weakTag(JSON.stringify(PAGE)))
  assert.equal(nextCursor, 'abc')
  assert.equal(writeAnswer('search', { ...PAGE, next_cursor: null }).nextCursor, null)
})

test('it is the same in another thread', () => {
  const arrived: unknown = structuredClone(writeAnswer('search', PAGE))
  assert.ok(isWritten(arrived))
  assert.deepEqual(bodyValue(arrived), PAGE)
})

test('objects, texts and bytes alone are not taken for what was written', () => {
  for (const body of [PAGE, 'text', null, new Uint8Array(3), { bytes: 3 }])
    assert.equal(isWritten(body), false)
})

test('a long one is read in another turn, and is the same', async () => {
  for (const query of ['short', 'long '.repeat(100_000)]) {
    const written = writeAnswer('search', { ...PAGE, query })
    assert.deepEqual(await bodyValueInTurns(written), { ...PAGE, query })
  }
  let isOther = false
  setImmediate(() => {
    isOther = true
  })
  await bodyValueInTurns(writeAnswer('search', { ...PAGE, query: 'long '.repeat(100_000) }))
  assert.ok(isOther)
})
