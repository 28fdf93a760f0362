import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeObject } from '../core/canonical-json.ts'
import { Problem } from '../core/problem.ts'
import { followTip } from './follow-tip.ts'

interface Decision {
  hash: string
  previous_hash: string | null
}

const what = 'The thing'

test('a decision follows only the tip that whoever decides has seen', () => {
  for (const tip of [null, 'a'])
    assert.deepEqual(
      followTip({ what, tip, expected: tip }, (previous) => ({ previous_hash: previous })),
      { previous_hash: tip },
    )
  const first = followTip({ what, tip: null, expected: undefined }, (tip) => ({ previous_hash: tip }))
  assert.deepEqual(first, { previous_hash: null })
})

test('whoever expected another tip is told the current one, and nothing is decided', () => {
  for (const [tip, expected] of [
    ['b', 'a'],
    ['b', null],
    ['b', undefined],
    [null, 'a'],
  ] as const)
    assert.throws(
      () => followTip({ what, tip, expected }, () => assert.fail('decided')),
      (error) =>
        error instanceof Problem && error.code === 'compare_and_set_mismatch' && error.facts.current === tip,
    )
})

test('a decision that does not follow the tip is a mistake', () => {
  const chain = { what, tip: 'a', expected: 'a' }
  assert.throws(() => followTip(chain, () => ({ previous_hash: null })), /does not follow/)
})

test('concurrent decisions make one unbroken chain, and each is either in it or was told the tip', () => {
  // Each decision is made by someone who last looked some decisions ago.
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 40 }), (delays) => {
      const tips: (string | null)[] = [null]
      const kept: Decision[] = []
      for (const [n, delay] of delays.entries()) {
        const made = decide(tips.at(-1) ?? null, tips.at(-1 - delay) ?? null, n)
        if (made) kept.push(made)
        tips.push(made?.hash ?? tips.at(-1) ?? null)
      }
      for (const [place, { previous_hash }] of kept.entries())
        assert.equal(previous_hash, kept[place - 1]?.hash ?? null)
      assert.equal(tips.at(-1), kept.at(-1)?.hash ?? null)
    }),
  )
})

function decide(tip: string | null, expected: string | null, n: number): Decision | null {
  try {
    return followTip({ what, tip, expected }, (previous) => ({
      hash: encodeObject({ n, previous }).sha256,
      previous_hash: previous,
    }))
  } catch (error) {
    assert.ok(error instanceof Problem && error.facts.current === tip && expected !== tip)
    return null
  }
}
