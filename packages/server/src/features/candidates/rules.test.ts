import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRESETS, type PresetName } from '@colophon/contract'
import { type Caller, OPERATOR } from '../../core/authority.ts'
import { Problem } from '../../core/problem.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'
import { decideFinalization } from './rules.ts'

function codeOf(caller: Caller, proposal: Partial<ProposalRow>): string {
  try {
    decideFinalization(caller, {
      topic_id: 'tools',
      author_id: 'ada',
      state: 'submitted',
      ...proposal,
    } as ProposalRow)
    return 'ok'
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.code
  }
}

function caller(preset: PresetName, topicGrants: string[] | null = null): Caller {
  return { ...OPERATOR, via: 'bearer', identityId: 'ada', scopes: new Set(PRESETS[preset]), topicGrants }
}

test('curators of the topic finalize any submission, trusted authors their own, nobody else any', () => {
  for (const [who, author, code] of [
    [caller('trusted_author'), 'ada', 'ok'],
    [caller('trusted_author'), 'bob', 'forbidden'],
    [caller('contributor'), 'ada', 'forbidden'],
    [caller('reviewer'), 'ada', 'forbidden'],
    [caller('curator'), 'bob', 'ok'],
    [caller('curator', ['toys']), 'bob', 'forbidden'],
    [caller('administrator'), 'bob', 'ok'],
  ] as const)
    assert.equal(codeOf(who, { author_id: author }), code)
})

test('a submission is finalized once, and not after it was withdrawn or declined', () => {
  assert.equal(codeOf(caller('curator'), { state: 'finalized' }), 'already_finalized')
  for (const state of ['withdrawn', 'declined'] as const)
    assert.equal(codeOf(caller('curator'), { state }), 'invalid_state')
})
