import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answeringSections,
  inReadingOrder,
  isOneOf,
  type OutlinedHit,
  type OutlineSection,
  tokensOfPassages,
  tokensReadBySections,
  tokensReadWhole,
} from './reading.ts'

/** Sections with these texts, one after the other. */
function hitOf(
  parts: readonly { level: number; heading: string; text: string }[],
  more: Partial<OutlinedHit> = {},
): OutlinedHit {
  let end = 0
  const outline = parts.map(({ level, heading, text }): OutlineSection => {
    const start = end
    end += text.length
    return { level, heading, start, end }
  })
  const bytes = Buffer.from(parts.map(({ text }) => text).join(''))
  return { isRelevant: true, answering: [], bytes, outline, outlineBytes: 40, ...more }
}

const TEXT = {
  front: { level: 0, heading: '', text: 'f'.repeat(80) },
  summary: { level: 2, heading: 'Summary', text: 's'.repeat(100) },
  design: { level: 2, heading: 'Detailed design', text: 'd'.repeat(200) },
  order: { level: 3, heading: 'The order of drops', text: 'In the order of fields.'.padEnd(400, '.') },
  drawbacks: { level: 2, heading: 'Drawbacks', text: 'x'.repeat(800) },
}
const WHOLE = [TEXT.front, TEXT.summary, TEXT.design, TEXT.order, TEXT.drawbacks]
const QUESTION = 'In what order are fields dropped?'

test('documents are read whole down to the first one that answers', () => {
  const hits = [false, true, true].map((isRelevant, place) => ({
    isRelevant,
    bytes: Buffer.alloc(100 * (place + 1)),
  }))
  assert.equal(tokensReadWhole(41, hits), 11 + 25 + 50)
  assert.equal(tokensReadWhole(41, hits.slice(0, 1)), null)
  assert.equal(tokensReadWhole(41, []), null)
})

test('sections are read in the order of what their headings promise, those without one last', () => {
  const { outline } = hitOf(WHOLE)
  const headings = inReadingOrder(QUESTION, outline).map(({ heading }) => heading)
  assert.deepEqual(headings, ['The order of drops', 'Summary', 'Detailed design', 'Drawbacks', ''])
})

test('of what has no heading the longest is read first', () => {
  const { outline } = hitOf([
    { level: 0, heading: '', text: '-----' },
    { level: 0, heading: '', text: 'the text' },
  ])
  assert.deepEqual(
    inReadingOrder(QUESTION, outline).map(({ start }) => start),
    [5, 0],
  )
})

test('a named heading answers with everything under it', () => {
  const cases = [
    { answering: ['Summary'], expected: ['Summary'] },
    { answering: ['detailed `design`'], expected: ['Detailed design', 'The order of drops'] },
    { answering: ['The order of drops', 'Summary'], expected: ['Summary', 'The order of drops'] },
    { answering: [], expected: ['The order of drops'] },
    { answering: ['A heading that is gone'], expected: ['The order of drops'] },
  ]
  for (const { answering, expected } of cases) {
    const sections = answeringSections(QUESTION, hitOf(WHOLE, { answering }))
    assert.deepEqual(
      [...sections].map(({ heading }) => heading),
      expected,
      answering.join(),
    )
  }
})

test('a document that does not answer costs its outline and one section', () => {
  const wrong = hitOf(WHOLE, { isRelevant: false })
  const cases = [
    { hits: [hitOf(WHOLE, { answering: ['The order of drops'] })], expected: 10 + 10 + 100 },
    { hits: [hitOf(WHOLE, { answering: ['Detailed design'] })], expected: 10 + 10 + 100 },
    { hits: [hitOf(WHOLE, { answering: ['Summary'] })], expected: 10 + 10 + 100 + 25 },
    { hits: [wrong, hitOf(WHOLE, { answering: ['Summary'] })], expected: 10 + 110 + 135 },
    { hits: [wrong], expected: null },
    { hits: [], expected: null },
  ]
  for (const { hits, expected } of cases)
    assert.equal(tokensReadBySections(QUESTION, 40, hits), expected, JSON.stringify(expected))
})

test('pages of passages are paid for whole, up to the one that answers', () => {
  const page = (...relevant: boolean[]) => ({
    bytes: 8001,
    passages: relevant.map((isRelevant) => ({ isRelevant })),
  })
  assert.equal(tokensOfPassages([page(false, true), page(true)]), 2001)
  assert.equal(tokensOfPassages([page(false), page(), page(true)]), 6003)
  assert.equal(tokensOfPassages([page(false)]), null)
  assert.equal(tokensOfPassages([]), null)
})

test('headings are compared as plain text', () => {
  assert.ok(isOneOf("Alice doesn't *care*", ['Alice doesn’t care']))
  assert.ok(isOneOf('`cargo  update`', ['cargo update']))
  assert.ok(!isOneOf('Motivation', ['Summary', 'Motivations']))
})
