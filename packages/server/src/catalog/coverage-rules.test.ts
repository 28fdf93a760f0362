import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type CoverageVerdict,
  type CoveredFocus,
  type Covering,
  isCovered,
  missingOf,
} from './coverage-rules.ts'

function focus(verdict: CoverageVerdict | null, differs: Partial<CoveredFocus> = {}): CoveredFocus {
  return { focus: 'accuracy', isDone: verdict !== null, isCancelled: false, verdict, blockers: 0, ...differs }
}

const ENOUGH = { required: 1, counted: 1 }

const CASES: { name: string; covering: Covering; isCovered: boolean; missing: RegExp[] }[] = [
  {
    name: 'approvals of every focus and enough evidence cover',
    covering: { hasPlan: true, focuses: [focus('approve'), focus('approve')], evidence: ENOUGH },
    isCovered: true,
    missing: [],
  },
  {
    name: 'without a plan nothing is covered',
    covering: { hasPlan: false, focuses: [focus(null)], evidence: ENOUGH },
    isCovered: false,
    missing: [/The candidate has no review plan/],
  },
  {
    name: 'a review that is not there is missing',
    covering: { hasPlan: true, focuses: [focus('approve'), focus(null)], evidence: ENOUGH },
    isCovered: false,
    missing: [/accuracy is missing/],
  },
  {
    name: 'a cancelled review never comes',
    covering: { hasPlan: true, focuses: [focus(null, { isCancelled: true })], evidence: ENOUGH },
    isCovered: false,
    missing: [/accuracy was cancelled/],
  },
  {
    name: 'a rejection does not cover',
    covering: { hasPlan: true, focuses: [focus('reject')], evidence: ENOUGH },
    isCovered: false,
    missing: [/rejects the candidate/],
  },
  {
    name: 'a wish for changes does not cover',
    covering: { hasPlan: true, focuses: [focus('request_changes')], evidence: ENOUGH },
    isCovered: false,
    missing: [/asks for changes/],
  },
  {
    name: 'an approval with a blocking finding does not cover',
    covering: { hasPlan: true, focuses: [focus('approve', { blockers: 2 })], evidence: ENOUGH },
    isCovered: false,
    missing: [/2 blocking findings/],
  },
  {
    name: 'too little evidence does not cover',
    covering: { hasPlan: true, focuses: [focus('approve')], evidence: { required: 3, counted: 1 } },
    isCovered: false,
    missing: [/2 more rows of evidence must count: the policy requires 3, and 1 /],
  },
  {
    name: 'every fault has its sentence',
    covering: {
      hasPlan: true,
      focuses: [focus(null), focus('reject'), focus('approve')],
      evidence: { required: 1, counted: 0 },
    },
    isCovered: false,
    missing: [/is missing/, /rejects/, /One more row/],
  },
]

for (const { name, covering, isCovered: expected, missing } of CASES)
  test(name, () => {
    assert.equal(isCovered(covering), expected)
    const sentences = missingOf(covering)
    assert.equal(sentences.length, missing.length, sentences.join('\n'))
    for (const [place, pattern] of missing.entries()) assert.match(sentences[place] ?? '', pattern)
  })

test('something is missing exactly when the candidate is not covered', () => {
  const anyFocus = fc
    .record({
      focus: fc.constantFrom('accuracy', 'usefulness'),
      isCancelled: fc.boolean(),
      verdict: fc.option(fc.constantFrom<CoverageVerdict>('approve', 'request_changes', 'reject')),
      blockers: fc.nat(3),
    })
    .map((one) => ({
      ...one,
      isDone: one.verdict !== null,
      isCancelled: one.isCancelled && one.verdict === null,
    }))
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(anyFocus, { minLength: 1, maxLength: 4 }),
      fc.record({ required: fc.nat(3), counted: fc.nat(3) }),
      (hasPlan, focuses, evidence) => {
        const covering = { hasPlan, focuses, evidence }
        assert.equal(missingOf(covering).length === 0, isCovered(covering))
      },
    ),
  )
})
