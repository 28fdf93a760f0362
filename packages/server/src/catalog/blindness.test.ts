import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRESETS, type ScopeName } from '@colophon/contract'
import { ANONYMOUS, type Caller } from '../core/authority.ts'
import { mayKnowVerdict, mayReadReview } from './blindness.ts'

function invited(
  identityId: string,
  scopes: readonly ScopeName[],
  topicGrants: string[] | null = null,
): Caller {
  return {
    ...ANONYMOUS,
    via: 'bearer',
    enrollment: 'invited',
    identityId,
    scopes: new Set(scopes),
    topicGrants,
  }
}

const CALLERS = {
  reviewer: invited('reviewer', PRESETS.reviewer),
  other: invited('other', PRESETS.reviewer),
  author: invited('author', PRESETS.contributor),
  curatingAuthor: invited('author', PRESETS.curator),
  curator: invited('curator', PRESETS.curator),
  administrator: invited('administrator', PRESETS.administrator),
  contributor: invited('contributor', PRESETS.contributor),
  elsewhere: invited('curator', PRESETS.curator, ['elsewhere']),
  reader: { ...ANONYMOUS, via: 'bearer', identityId: 'reviewer' } as const,
  anonymous: ANONYMOUS,
}

/** Who knows the verdict, and reads the words: while the plan is open, and after. */
const EXPECTED: Record<keyof typeof CALLERS, string> = {
  reviewer: 'knows reads / knows reads',
  other: '- - / knows reads',
  author: '- - / knows reads',
  curatingAuthor: '- - / knows reads',
  curator: 'knows reads / knows reads',
  administrator: 'knows reads / knows reads',
  contributor: '- - / knows -',
  elsewhere: '- - / - -',
  reader: '- - / - -',
  anonymous: '- - / - -',
}

test('reviews are blind until their plan is complete', () => {
  for (const [name, caller] of Object.entries(CALLERS)) {
    const told = [false, true].map((isPlanComplete) => {
      const standing = { topicId: 'tools', authorId: 'author', reviewerId: 'reviewer', isPlanComplete }
      const knows = mayKnowVerdict(caller, standing) ? 'knows' : '-'
      return `${knows} ${mayReadReview(caller, standing) ? 'reads' : '-'}`
    })
    assert.equal(told.join(' / '), EXPECTED[name as keyof typeof CALLERS], name)
  }
})
