import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createIdleRule } from './idle-memory.ts'

/** Milliseconds of work in spans of two seconds, and whether something is given back after each. */
const IDLE = [0, 0, 0, 0, 0]
const NOT_YET = [false, false, false, false]

const TIMES: readonly (readonly [what: string, worked: readonly number[], due: readonly boolean[]])[] = [
  ['a start, and nothing more', [...IDLE, 0, 0], [...NOT_YET, true, false, false]],
  [
    'a start, then a busy time that is over',
    [1500, 900, ...IDLE, 0],
    [false, false, ...NOT_YET, true, false],
  ],
  ['a start, then probes alone', Array(60).fill(20), [...NOT_YET, true, ...Array(55).fill(false)]],
  ['a busy time, then probes', [1500, 20, 20, 20, 20, 20, 20], [false, ...NOT_YET, true, false]],
  ['a little work after a start', [...IDLE, 120, ...IDLE], [...NOT_YET, true, false, ...NOT_YET, false]],
  ['work that goes on', [500, 100, 100, 60, 60, 60], Array(6).fill(false)],
  ['short pauses', [300, 0, 0, 0, 0, 300, 0, 0, 0, 0, 300], Array(11).fill(false)],
  ['two busy times', [300, ...IDLE, 300, ...IDLE], [false, ...NOT_YET, true, false, ...NOT_YET, true]],
]

describe('what a busy time took is given back', () => {
  for (const [what, worked, due] of TIMES)
    it(what, () => {
      const isDue = createIdleRule()
      assert.deepEqual(
        worked.map((milliseconds) => isDue({ worked: milliseconds, of: 2000 })),
        due,
      )
    })
})
