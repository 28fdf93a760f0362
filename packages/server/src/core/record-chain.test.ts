import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeObject } from './canonical-json.ts'
import { appendToChain, ChainMoved, type ChainRecord, orderChain, verifyChain } from './record-chain.ts'

const record = (hash: string, previous_hash: string | null): ChainRecord => ({ hash, previous_hash })
const line = [record('a', null), record('b', 'a'), record('c', 'b')]

test('a record is appended only to the tip that the caller expects', () => {
  assert.deepEqual(
    appendToChain(null, null, (previous) => record('a', previous)),
    record('a', null),
  )
  assert.deepEqual(
    appendToChain('a', 'a', (previous) => record('b', previous)),
    record('b', 'a'),
  )
  for (const [tip, expected] of [
    ['b', 'a'],
    ['b', null],
    [null, 'a'],
  ] as const) {
    const append = () => appendToChain(tip, expected, () => assert.fail('made a record'))
    assert.throws(append, (error) => error instanceof ChainMoved && error.current === tip)
  }
})

test('a record that does not follow the tip is a mistake', () => {
  assert.throws(() => appendToChain('a', 'a', () => record('b', null)), /does not follow/)
})

test('one line from one genesis is a chain', () => {
  assert.deepEqual(verifyChain([]), { ok: true, tip: null })
  assert.deepEqual(verifyChain(line), { ok: true, tip: 'c' })
  assert.deepEqual(verifyChain(line.toReversed()), { ok: true, tip: 'c' })
})

test('what is no line is named with its place', () => {
  const cases: [ChainRecord[], string, string][] = [
    [[record('a', null), record('b', null)], 'b', 'fork'],
    [[...line, record('d', 'b')], 'd', 'fork'],
    [[record('a', null), record('c', 'b')], 'c', 'gap'],
    [[record('b', 'a')], 'b', 'gap'],
    [[record('a', null), record('b', 'c'), record('c', 'b')], 'b', 'gap'],
    [[record('a', 'a')], 'a', 'gap'],
    [[record('a', null), record('a', 'a')], 'a', 'repeated'],
  ]
  for (const [records, at, why] of cases) {
    assert.deepEqual(verifyChain(records), { ok: false, at, why })
    assert.throws(() => orderChain(records), /not a chain/)
  }
})

test('records come from genesis to tip in whatever order they are found', () => {
  const shuffled = fc.shuffledSubarray(line, { minLength: line.length })
  fc.assert(fc.property(shuffled, (records) => assert.deepEqual(orderChain(records), line)))
})

test('concurrent decisions make one unbroken chain, and each is either in it or was told the tip', () => {
  // Each decision is made by someone who last looked some decisions ago.
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 40 }), (delays) => {
      const tips: (string | null)[] = [null]
      const kept: ChainRecord[] = []
      for (const [n, delay] of delays.entries()) {
        const made = decide(tips.at(-1) ?? null, tips.at(-1 - delay) ?? null, n)
        if (made) kept.push(made)
        tips.push(made?.hash ?? tips.at(-1) ?? null)
      }
      assert.deepEqual(verifyChain(kept.toReversed()), { ok: true, tip: tips.at(-1) })
      assert.deepEqual(orderChain(kept.toReversed()), kept)
    }),
  )
})

function decide(tip: string | null, seen: string | null, n: number): ChainRecord | null {
  try {
    return appendToChain(tip, seen, (previous) => record(encodeObject({ n, previous }).sha256, previous))
  } catch (error) {
    assert.ok(error instanceof ChainMoved && error.current === tip && seen !== tip)
    return null
  }
}
