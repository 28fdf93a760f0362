import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createQuietRule } from './quiet.ts'

/** Milliseconds of work in spans of two seconds, and whether something is given back after each. */
const TIMES: readonly (readonly [what: string, worked: readonly number[], due: readonly boolean[]])[] = [
  ['a press that never did anything', [0, 0, 0], [false, false, false]],
  ['a busy time that is over', [1500, 900, 0, 0], [false, false, true, false]],
  ['probes alone', Array(60).fill(20), Array(60).fill(false)],
  ['a busy time, then probes', [1500, 20, 20], [false, true, false]],
  ['a little work', [120, 0, 0], [false, false, false]],
  ['work that goes on', [500, 100, 100, 60], [false, false, false, false]],
  ['two busy times', [300, 0, 300, 0], [false, true, false, true]],
]

describe('what a busy time took is given back', () => {
  for (const [what, worked, due] of TIMES)
    it(what, () => {
      const isDue = createQuietRule()
      assert.deepEqual(
        worked.map((milliseconds) => isDue({ worked: milliseconds, of: 2000 })),
        due,
      )
    })
})
