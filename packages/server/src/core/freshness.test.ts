import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinStandings } from '../storage/standing-rows.ts'
import { freshnessAt } from './freshness.ts'

const NOW = '2026-03-01T12:00:00.000Z'
const BEFORE = '2026-03-01T11:59:59.999Z'
const AFTER = '2026-03-01T12:00:00.001Z'

test('a revision is fresh, due from the very millisecond, or challenged; where nothing is known it is nothing', () => {
  const cases = [
    [null, null, false, null],
    [AFTER, null, false, 'fresh'],
    [NOW, null, false, 'due'],
    [BEFORE, null, false, 'due'],
    [null, AFTER, false, 'fresh'],
    [null, NOW, false, 'due'],
    [AFTER, BEFORE, false, 'due'],
    [BEFORE, AFTER, false, 'due'],
    [null, null, true, 'challenged'],
    [BEFORE, BEFORE, true, 'challenged'],
  ] as const
  for (const [refreshAfter, expiresAt, isChallenged, expected] of cases)
    assert.equal(freshnessAt(refreshAfter, NOW, { isChallenged, expiresAt }), expected)
})

test('evidence and accepted suggestions say how a revision holds up, each for its own', () => {
  const standings = joinStandings(
    [
      { content_hash: 'a', topic_id: 'tools' },
      { content_hash: 'b', topic_id: 'tools' },
      { content_hash: 'c', topic_id: 'plants' },
    ],
    {
      evidence: [
        { candidate_hash: 'a', expires_at: AFTER, challenged_at: null },
        { candidate_hash: 'a', expires_at: BEFORE, challenged_at: null },
        { candidate_hash: 'b', expires_at: AFTER, challenged_at: NOW },
      ],
      suggestions: [{ topic_id: 'tools', related_hashes: '["c"]' }],
    },
  )
  assert.deepEqual(Object.fromEntries(standings), {
    a: { isChallenged: false, expiresAt: BEFORE },
    b: { isChallenged: true, expiresAt: AFTER },
    c: { isChallenged: false, expiresAt: null },
  })
})
