import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaUnderCurve, openHiddenSite, tellApart } from '../support/timing.ts'

/** Of so many pairs the area has a standard error of 0.013; the bound is four of them. The bench asks oftener. */
const PAIRS = 1000
const MOST_APART = 0.055

test('the area is 0.5 for what is alike, and 0 or 1 for what never overlaps', () => {
  assert.equal(areaUnderCurve([1, 2, 3], [1, 2, 3]), 0.5)
  assert.equal(areaUnderCurve([1, 2], [3, 4]), 0)
  assert.equal(areaUnderCurve([3, 4], [1, 2]), 1)
})

test('how long an answer takes does not tell what is hidden from what is not there', async (t) => {
  const { port, pairs } = await openHiddenSite(t)
  assert.ok(pairs.length > 25)
  for (const pair of pairs) {
    let apart = 1
    // A machine that is busy with something else may lie once, and not the same way three times.
    for (let attempt = 0; attempt < 3 && apart > MOST_APART; attempt += 1)
      apart = Math.min(apart, Math.abs((await tellApart(port, pair, PAIRS)) - 0.5))
    assert.ok(apart <= MOST_APART, `${pair.route} is told apart: ${apart.toFixed(3)} from 0.5`)
  }
})
