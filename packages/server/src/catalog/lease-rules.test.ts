import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATOR } from '../core/authority.ts'
import { Problem } from '../core/problem.ts'
import { type LeaseRow, requireLease, stateOf } from './lease-rules.ts'

const ME = { ...OPERATOR, identityId: 'me' }
const UNTIL = '2026-03-02T09:35:00.000Z'
const JUST_BEFORE = '2026-03-02T09:34:59.999Z'

const HELD: LeaseRow = { state: 'leased', holder_id: 'me', generation: 3, lease_until: UNTIL }

const TABLE: [string, LeaseRow, { generation: number; now: string }, string | null][] = [
  ['my lease', HELD, { generation: 3, now: JUST_BEFORE }, null],
  ['my lease at its end', HELD, { generation: 3, now: UNTIL }, 'lease_lost'],
  ['an older generation of mine', HELD, { generation: 2, now: JUST_BEFORE }, 'lease_lost'],
  ['a generation that never was', HELD, { generation: 4, now: JUST_BEFORE }, 'lease_lost'],
  ['the lease of another', { ...HELD, holder_id: 'you' }, { generation: 3, now: JUST_BEFORE }, 'forbidden'],
  [
    'the lease of another after mine',
    { ...HELD, holder_id: 'you' },
    { generation: 2, now: JUST_BEFORE },
    'lease_lost',
  ],
  [
    'the lease of another that is over',
    { ...HELD, holder_id: 'you' },
    { generation: 3, now: UNTIL },
    'lease_lost',
  ],
  [
    'what I gave back',
    { ...HELD, state: 'open', holder_id: null, lease_until: null },
    { generation: 3, now: JUST_BEFORE },
    'lease_lost',
  ],
  [
    'what I completed',
    { ...HELD, state: 'completed', lease_until: null },
    { generation: 3, now: JUST_BEFORE },
    'lease_lost',
  ],
  [
    'what was cancelled under me',
    { ...HELD, state: 'cancelled', holder_id: null, lease_until: null },
    { generation: 3, now: JUST_BEFORE },
    'lease_lost',
  ],
]

for (const [name, task, asked, code] of TABLE)
  test(`${name}: ${code ?? 'goes through'}`, () => {
    const judge = () => requireLease(task, ME, asked)
    if (code === null) judge()
    else assert.throws(judge, (error) => error instanceof Problem && error.code === code)
  })

test('a task whose lease is over is open for everybody', () => {
  assert.equal(stateOf(HELD, JUST_BEFORE), 'leased')
  assert.equal(stateOf(HELD, UNTIL), 'open')
  assert.equal(stateOf({ ...HELD, state: 'completed' }, UNTIL), 'completed')
})
