import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextHorizon } from './outcome-horizon.ts'

const DAY = 86_400_000
const TODAY = 20_000 * DAY

test('the horizon follows the clock by no more than the time that passed', () => {
  const rules: readonly (readonly [string, Parameters<typeof nextHorizon>, number])[] = [
    [
      'a first look forgets nothing that is stored',
      [null, 0, { now: TODAY, oldest: TODAY - 5 }],
      TODAY - 5 - DAY,
    ],
    ['nor what expires later', [null, 0, { now: TODAY, oldest: TODAY + 9 * DAY }], TODAY],
    ['an ordinary round', [TODAY, 5000, { now: TODAY + 5000, oldest: TODAY }], TODAY + 5000],
    ['400 days too far', [TODAY, 8000, { now: TODAY + 400 * DAY, oldest: TODAY }], TODAY + 8000],
    ['and back again', [TODAY + 8000, 5000, { now: TODAY + 9000, oldest: TODAY }], TODAY + 9000],
    ['in 1970 for a minute', [TODAY, 60_000, { now: 0, oldest: TODAY }], TODAY - 60_000],
    ['down for ten days: no faster', [TODAY, 5000, { now: TODAY + 10 * DAY, oldest: TODAY }], TODAY + 5000],
    [
      'but over what holds nothing',
      [TODAY, 5000, { now: TODAY + 10 * DAY, oldest: TODAY + 9 * DAY }],
      TODAY + 8 * DAY,
    ],
    ['an empty site stays behind', [TODAY, 5000, { now: TODAY + DAY, oldest: null }], TODAY + 5000],
  ]
  for (const [what, given, expected] of rules) assert.equal(nextHorizon(...given), expected, what)
})
