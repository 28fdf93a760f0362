import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ndcg, percentile, tokensOf, worthOf } from './measures.ts'

const YES = true
const NO = false

test('nDCG@10 is the gain of a list beside that of the best list there can be', () => {
  const second = 1 / Math.log2(3)
  const third = 1 / Math.log2(4)
  const cases = [
    { judged: [YES], relevant: 1, expected: 1 },
    { judged: [NO, YES], relevant: 1, expected: second },
    { judged: [YES, NO, YES], relevant: 2, expected: (1 + third) / (1 + second) },
    { judged: [YES, YES], relevant: 4, expected: (1 + second) / (1 + second + third + 1 / Math.log2(5)) },
    { judged: Array.from({ length: 10 }, () => YES), relevant: 30, expected: 1 },
    { judged: [...Array.from({ length: 10 }, () => NO), YES], relevant: 1, expected: 0 },
    { judged: [], relevant: 3, expected: 0 },
    { judged: [NO], relevant: 0, expected: 0 },
  ]
  for (const { judged, relevant, expected } of cases)
    assert.ok(Math.abs(ndcg(judged, relevant) - expected) < 1e-12, `${judged} of ${relevant}`)
})

test('an empty answer counts as a failure of the question, and as empty', () => {
  const worth = worthOf([
    { judged: [YES], relevant: 1 },
    { judged: [NO, NO, NO, NO, YES], relevant: 1 },
    { judged: [NO, NO, NO, NO, NO, YES], relevant: 1 },
    { judged: [], relevant: 1 },
  ])
  const { ndcg10, ...shares } = worth
  assert.deepEqual(shares, { empty: 0.25, success1: 0.25, success5: 0.5 })
  assert.ok(Math.abs(ndcg10 - (1 + 1 / Math.log2(6) + 1 / Math.log2(7)) / 4) < 1e-12)
})

test('a token is four bytes, rounded up', () => {
  for (const [bytes, tokens] of [
    [0, 0],
    [1, 1],
    [4, 1],
    [5, 2],
    [8000, 2000],
  ])
    assert.equal(tokensOf(bytes ?? 0), tokens)
})

test('a percentile is a value that was measured', () => {
  const cases = [
    { values: [3, 1, 2], share: 0.5, expected: 2 },
    { values: [4, 1, 2, 3], share: 0.5, expected: 2 },
    { values: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share: 0.9, expected: 9 },
    { values: [5], share: 0.9, expected: 5 },
    { values: [5], share: 0, expected: 5 },
    { values: [], share: 0.5, expected: Number.NaN },
  ]
  for (const { values, share, expected } of cases) assert.equal(percentile(values, share), expected)
})
