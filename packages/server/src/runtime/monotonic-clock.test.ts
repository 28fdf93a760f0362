import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMonotonicClock } from './monotonic-clock.ts'

const START = Date.parse('2026-03-02T09:30:00.000Z')
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

test('readings that go on are told as they are', () => {
  const monotonic = createMonotonicClock(() => 0)
  for (const at of [0, 1, 1, 5000]) assert.equal(monotonic(iso(START + at)), iso(START + at))
})

test('a clock that was set back goes on from where it was', () => {
  let elapsed = 0
  const monotonic = createMonotonicClock(() => elapsed)
  monotonic(iso(START))
  elapsed = 1000
  assert.equal(monotonic(iso(START - 60_000)), iso(START + 1000))
  elapsed = 2500
  assert.equal(monotonic(iso(START + 2000)), iso(START + 2500))
  assert.equal(monotonic(iso(START + 9000)), iso(START + 9000))
})

test('whatever is read, time never goes back, and is never behind a reading', () => {
  const step = fc.record({
    elapsed: fc.double({ min: 0, max: 5000, noNaN: true }),
    jump: fc.integer({ min: -9e6, max: 9e6 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      let elapsed = 0
      const monotonic = createMonotonicClock(() => elapsed)
      let last = ''
      for (const { elapsed: passed, jump } of steps) {
        elapsed += passed
        const told = monotonic(iso(START + jump))
        assert.ok(told >= last && told >= iso(START + jump))
        last = told
      }
    }),
  )
})

test('fractions of a millisecond that readings lack do not add up', () => {
  let elapsed = 0
  const monotonic = createMonotonicClock(() => elapsed)
  for (let turn = 0; turn < 10_000; turn++) {
    elapsed += 0.9
    const reading = START + Math.floor(elapsed)
    assert.ok(Date.parse(monotonic(iso(reading))) - reading <= 1)
  }
})
