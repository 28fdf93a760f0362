import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addSeconds,
  isIsoInstant,
  nextInstant,
  nextUtcMidnight,
  parseInstant,
  startOfUtcDay,
  utcDay,
} from './utc-day.ts'

const instant = fc
  .date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())

test('an instant with or without a fraction of seconds has one normal form', () => {
  const cases = [
    ['2026-03-01T09:08:07Z', '2026-03-01T09:08:07.000Z'],
    ['2026-03-01T09:08:07.5Z', '2026-03-01T09:08:07.500Z'],
    ['2026-03-01T09:08:07.123456Z', '2026-03-01T09:08:07.123Z'],
    ['2026-03-01T09:08:07.999999999Z', '2026-03-01T09:08:07.999Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ]
  for (const [text, normal] of cases) assert.equal(parseInstant(text ?? ''), normal)
})

test('what is no UTC instant is refused', () => {
  const refused = [
    '',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2016-12-31T23:59:60Z',
    '10000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '2026-01-01T00:00:00+00:00',
    '2026-01-01T00:00:00-00:00',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '2026-01-01T00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01t00:00:00z',
    '2026-01-01T00:00:00,5Z',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00.1234567890Z',
    '20260101T000000Z',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z\n',
    '\u0662\u0660\u0662\u0666-01-01T00:00:00Z',
    '1767225600',
    'now',
  ]
  for (const text of refused) assert.equal(isIsoInstant(text), false, text)
})

test('every instant is its own normal form', () => {
  fc.assert(fc.property(instant, (text) => assert.equal(parseInstant(text), text)))
})

test('a day begins at midnight UTC and ends at the next', () => {
  assert.equal(utcDay('2026-03-01T23:59:59.999Z'), '2026-03-01')
  assert.equal(startOfUtcDay('2026-03-01T00:00:00.000Z'), '2026-03-01T00:00:00.000Z')
  assert.equal(nextUtcMidnight('2026-02-28T23:59:59.999Z'), '2026-03-01T00:00:00.000Z')
  assert.equal(nextUtcMidnight('2026-12-31T00:00:00.000Z'), '2027-01-01T00:00:00.000Z')
})

test('an instant lies in its own day', () => {
  fc.assert(
    fc.property(instant, (now) => {
      assert.ok(startOfUtcDay(now) <= now)
      assert.ok(now < nextUtcMidnight(now) || now.startsWith('9999-12-31'))
      assert.equal(utcDay(startOfUtcDay(now)), utcDay(now))
    }),
  )
})

test('days and seconds are added over the ends of months and years', () => {
  assert.equal(addDays('2024-02-28T12:00:00.000Z', 1), '2024-02-29T12:00:00.000Z')
  assert.equal(addDays('2026-01-01T00:00:00.000Z', -1), '2025-12-31T00:00:00.000Z')
  assert.equal(addSeconds('2026-12-31T23:59:59.500Z', 300), '2027-01-01T00:04:59.500Z')
})

test('times stay in the form that compares as text', () => {
  assert.equal(addDays('9999-12-31T00:00:00.000Z', 365), '9999-12-31T23:59:59.999Z')
  assert.equal(addSeconds('0000-01-01T00:00:00.000Z', -1), '0000-01-01T00:00:00.000Z')
  assert.throws(() => addDays('yesterday', 1), RangeError)
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 1e6 }), (iso, days) => {
      const later = addDays(iso, days)
      assert.ok(isIsoInstant(later) && later >= iso)
    }),
  )
})

test('times that tell an order increase, also when the clock does not', () => {
  const time = '2026-01-01T00:00:00.000Z'
  assert.equal(nextInstant(time, '2026-01-01T00:00:00.001Z'), '2026-01-01T00:00:00.001Z')
  assert.equal(nextInstant(time, time), '2026-01-01T00:00:00.001Z')
  assert.equal(nextInstant(time, '2025-01-01T00:00:00.000Z'), '2026-01-01T00:00:00.001Z')
  assert.equal(nextInstant(null, time), time)
})
