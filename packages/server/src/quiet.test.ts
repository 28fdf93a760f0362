import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createQuietRule } from './quiet.ts'

/** Milliseconds of work in spans of two seconds, and whether something is given back after each. */
const TIMES: readonly (readonly [what: string, worked: readonly number[], due: readonly boolean[]])[] = [
  ['a start, and nothing more', [0, 0, 0], [true, false, false]],
  ['a start, then a busy time that is over', [1500, 900, 0, 0], [false, false, true, false]],
  ['a start, then probes alone', Array(60).fill(20), [true, ...Array(59).fill(false)]],
  ['a busy time, then probes', [1500, 20, 20], [false, true, false]],
  ['a little work after a start', [0, 120, 0, 0], [true, false, false, false]],
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
