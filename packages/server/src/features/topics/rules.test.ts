import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../core/problem.ts'
import { decideVisibility, policyFields } from './rules.ts'

test('a policy has its defaults for what is left out or null', () => {
  assert.deepEqual(policyFields({ minimum_evidence: null }), {
    evidence_ttl_days: 180,
    review_focuses: ['accuracy', 'usefulness'],
    minimum_evidence: 0,
    publication_modes: ['reviewed', 'direct', 'admin_override'],
  })
})

test('a policy keeps what is given, an empty list too', () => {
  const fields = policyFields({ evidence_ttl_days: 7, publication_modes: [] })
  assert.equal(fields.evidence_ttl_days, 7)
  assert.deepEqual(fields.publication_modes, [])
})

const cases = [
  { current: 'public', expected: 'public', to: 'invited', code: null },
  { current: 'invited', expected: 'invited', to: 'public', code: null },
  { current: 'public', expected: 'invited', to: 'public', code: 'compare_and_set_mismatch' },
  { current: 'public', expected: 'invited', to: 'invited', code: 'compare_and_set_mismatch' },
  { current: 'public', expected: 'public', to: 'public', code: 'invalid_state' },
]
for (const { current, expected, to, code } of cases)
  test(`visibility ${current}, expected ${expected}, to ${to}: ${code ?? 'changes'}`, () => {
    const decide = () => decideVisibility(current, { expected_visibility: expected, visibility: to })
    if (code === null) return decide()
    assert.throws(decide, (error) => error instanceof Problem && error.code === code)
  })
