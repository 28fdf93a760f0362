import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditPin, countFindings, type PinStatus } from './findings.ts'
import type { Pin } from './lock.ts'

const HASH = 'a'.repeat(64)
const PIN: Pin = {
  kind: 'article',
  press: 'https://press.example',
  path: '/tools/saw',
  entry: '00000000-0000-4000-8000-000000000001',
  hash: HASH,
}

function audited(state: PinStatus['state'], freshness: string | null) {
  const nothing = { entry_id: null, head_hash: null, path: null, title: null, replacements: [] }
  return auditPin(PIN, { sha256: HASH, state, ...nothing, freshness: freshness as PinStatus['freshness'] })
}

for (const [state, freshness, findings] of [
  ['current', null, []],
  ['current', 'fresh', []],
  ['current', 'due', ['due']],
  ['current', 'challenged', ['challenged']],
  ['superseded', 'challenged', ['challenged', 'superseded']],
  ['retired', 'due', ['retired', 'due']],
  ['unknown', null, ['unknown']],
] as const)
  test(`a pin that is ${state} and ${freshness} has the findings ${findings.join(', ') || 'none'}`, () => {
    assert.deepEqual(audited(state, freshness).findings, findings)
  })

test('each finding is counted, and what has none is sound', () => {
  const pins = [audited('current', null), audited('superseded', 'challenged'), audited('unknown', null)]
  assert.deepEqual(countFindings(pins), {
    pins: 3,
    sound: 1,
    retired: 0,
    unknown: 1,
    challenged: 1,
    superseded: 1,
    due: 0,
  })
})
