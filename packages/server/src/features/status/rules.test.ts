import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_STANDING } from '../../core/freshness.ts'
import { citationState, freshnessOf } from './rules.ts'

const NOW = '2026-03-01T12:00:00.000Z'

test('a revision is retired, or the head of its entry, or was superseded', () => {
  const cases = [
    ['a', 'a', 'active', 'current'],
    ['a', 'b', 'active', 'superseded'],
    ['a', 'a', 'retired', 'retired'],
    ['a', 'b', 'retired', 'retired'],
  ] as const
  for (const [sha256, head_hash, retirement_state, state] of cases)
    assert.equal(
      citationState({ sha256, head_hash, retirement_state }),
      state,
      `${head_hash} ${retirement_state}`,
    )
})

test('only a current observation is fresh or due, and due from the very millisecond', () => {
  const cases = [
    ['current', '2026-03-01T12:00:00.001Z', 'fresh'],
    ['current', NOW, 'due'],
    ['current', '2026-03-01T11:59:59.999Z', 'due'],
    ['current', null, null],
    ['superseded', NOW, null],
    ['retired', NOW, null],
  ] as const
  for (const [state, refreshAfter, freshness] of cases)
    assert.equal(
      freshnessOf(state, refreshAfter, { now: NOW, standing: NO_STANDING }),
      freshness,
      `${state} ${refreshAfter}`,
    )
})
