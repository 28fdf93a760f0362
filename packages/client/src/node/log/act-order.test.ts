import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LoggedAct, leavesOfActs } from './act-order.ts'

const done = (record: string, at: string, topic = 'tools'): LoggedAct => ({
  record,
  at,
  topic,
  position: 0,
  visibility: null,
})
const turned = (visibility: string, at: string, position = 1, topic = 'tools'): LoggedAct => ({
  record: `${visibility} ${position}`,
  at,
  topic,
  position,
  visibility,
})

for (const [name, acts, leaves] of [
  ['nothing', [], []],
  ['what was done in a topic that was never opened', [done('a', '1')], []],
  ['what was done in public, by time', [turned('public', '1'), done('b', '3'), done('a', '2')], ['a', 'b']],
  [
    'what waited, when the topic is opened, before what comes later',
    [done('b', '2'), done('a', '1'), turned('public', '3'), done('c', '4')],
    ['a', 'b', 'c'],
  ],
  [
    'what was done in another topic while this one was invited, first',
    [done('a', '1'), turned('public', '1', 1, 'toys'), done('t', '2', 'toys'), turned('public', '3')],
    ['t', 'a'],
  ],
  [
    'what was done while the topic was closed again, when it is opened again',
    [
      turned('public', '1'),
      done('a', '2'),
      turned('invited', '3', 2),
      done('b', '4'),
      turned('public', '5', 3),
      done('c', '6'),
    ],
    ['a', 'b', 'c'],
  ],
  [
    'what has the same time, publications and retirements by hash before changes of visibility by number',
    [turned('invited', '1', 2), turned('public', '1', 1), done('b', '1'), done('a', '1'), done('c', '2')],
    ['a', 'b'],
  ],
] as const)
  test(`leaves are ${name}`, () => {
    for (const given of [acts, acts.toReversed()])
      assert.deepEqual(
        leavesOfActs<LoggedAct>(given).map(({ record }) => record),
        leaves,
      )
  })
