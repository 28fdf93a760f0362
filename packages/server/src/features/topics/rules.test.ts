import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../core/problem.ts'
import { decideVisibility, policyFields, requireSkills } from './rules.ts'

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

const PUBLIC = { visibility: 'public', profile: null } as const
const INVITED = { visibility: 'invited', profile: null } as const
const SKILLS = { visibility: 'public', profile: 'skills' } as const

for (const [name, current, asked, decided] of [
  ['a public topic becomes invited', PUBLIC, { visibility: 'invited' }, INVITED],
  [
    'an invited topic becomes public, with skills',
    INVITED,
    { visibility: 'public', profile: 'skills' },
    SKILLS,
  ],
  ['a profile alone changes', PUBLIC, { visibility: 'public', profile: 'skills' }, SKILLS],
  [
    'a profile that is left out stays',
    SKILLS,
    { visibility: 'invited' },
    { ...SKILLS, visibility: 'invited' },
  ],
  ['null clears the profile', SKILLS, { visibility: 'public', profile: null }, PUBLIC],
] as const)
  test(name, () => {
    assert.deepEqual(
      decideVisibility(current, { expected_visibility: current.visibility, ...asked }),
      decided,
    )
  })

for (const [name, current, asked, code] of [
  [
    'another visibility was seen',
    PUBLIC,
    { expected_visibility: 'invited', visibility: 'public' },
    'compare_and_set_mismatch',
  ],
  ['nothing would change', PUBLIC, { expected_visibility: 'public', visibility: 'public' }, 'invalid_state'],
  [
    'the profile is the same, too',
    SKILLS,
    { expected_visibility: 'public', visibility: 'public', profile: 'skills' },
    'invalid_state',
  ],
] as const)
  test(`refused: ${name}`, () => {
    assert.throws(
      () => decideVisibility(current, asked),
      (error) => error instanceof Problem && error.code === code,
    )
  })

test('a topic with articles that cannot be skills says which', () => {
  const fitting = { path: '/tools/sharpen-a-saw', summary: 'How to.' }
  requireSkills([fitting])
  const wrong = ['/tools/a.b', '/tools/deep/er', '/tools/a--b'].map((path) => ({ path, summary: 'x' }))
  assert.throws(() => requireSkills([fitting, ...wrong]), /cannot be skills: \/tools\/a\.b .*deep\/er .*a--b/)
})
