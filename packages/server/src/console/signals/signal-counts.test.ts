import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countByDay, countByRevision, type SignalItem } from './signal-counts.ts'

function eventOf(report: string, facts: Partial<SignalItem>): SignalItem {
  const received_at = facts.received_at ?? '2026-01-02T10:00:00.000Z'
  return {
    event_id: `${report} ${facts.event}`,
    report_id: report,
    event: 'reported',
    target_hash: 'a',
    entry_id: 'e',
    topic_id: 't',
    path: '/t/a',
    title: 'A',
    value: 'up',
    previous_value: null,
    meaning: null,
    comment: null,
    participant_id: 'p',
    received_at,
    occurred_at: received_at,
    ...facts,
  }
}

const SPAN = { from: '2026-01-01T23:00:00.000Z', until: '2026-01-03T00:30:00.000Z' }

test('every day of the span is there, also one without a report', () => {
  assert.deepEqual(
    countByDay([], SPAN).map(({ day }) => day),
    ['2026-01-01', '2026-01-02', '2026-01-03'],
  )
})

test('a report counts once, on the day it was received, with the value that stands', () => {
  const events = [
    eventOf('one', {}),
    eventOf('two', { value: 'down' }),
    eventOf('one', { event: 'corrected', value: 'down', occurred_at: '2026-01-03T00:00:00.000Z' }),
  ]
  assert.deepEqual(countByDay(events, SPAN)[1], { day: '2026-01-02', up: 0, down: 2 })
})

test('a report that was withdrawn, or received before the span, is not counted', () => {
  const events = [
    eventOf('one', {}),
    eventOf('one', { event: 'withdrawn', value: null }),
    eventOf('old', { event: 'corrected', received_at: '2025-12-01T10:00:00.000Z' }),
  ]
  assert.ok(countByDay(events, SPAN).every(({ up, down }) => up === 0 && down === 0))
})

test('revisions come with their totals, the one with most reports first, and no more than asked for', () => {
  const events = [
    eventOf('one', {}),
    eventOf('two', { target_hash: 'b', value: 'down' }),
    eventOf('three', { target_hash: 'b' }),
    eventOf('four', { target_hash: 'c', value: null }),
  ]
  const counted = countByRevision(events, 5).map(({ target_hash, up, down }) => [target_hash, up, down])
  assert.deepEqual(counted, [
    ['b', 1, 1],
    ['a', 1, 0],
  ])
  assert.equal(countByRevision(events, 1).length, 1)
})
