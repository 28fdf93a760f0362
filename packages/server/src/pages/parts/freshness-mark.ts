import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

type Freshness = AnswerOf<Operations['getEntry']>['freshness']

interface FreshnessWords {
  readonly name: string
  readonly meaning: string
  /** Is it worth a mark in a list, where most things are as they should be? */
  readonly isMarked: boolean
}

const WORDS: Readonly<Record<NonNullable<Freshness>, FreshnessWords>> = {
  fresh: { name: 'Fresh', meaning: 'Nothing of its evidence has expired.', isMarked: false },
  due: {
    name: 'Recheck due',
    meaning: 'Its date has passed, or a row of its evidence has expired: it may no longer hold.',
    isMarked: true,
  },
  challenged: {
    name: 'Challenged',
    meaning: 'Its evidence was challenged, or its curators accepted a doubt about it: rely on it with care.',
    isMarked: true,
  },
}

/** What a list says of a revision that should be looked at again: a word, which stands alone. */
export function freshnessMark(freshness: Freshness): Markup | null {
  if (freshness === null) return null
  const { name, meaning, isMarked } = WORDS[freshness]
  return isMarked ? html`<span class=${`mark ${freshness}`} title=${meaning}>${name}</span>` : null
}

/** The word with its meaning; null where nothing is known. */
export function freshnessWords(freshness: Freshness): Markup | null {
  if (freshness === null) return null
  const { name, meaning } = WORDS[freshness]
  return html`<strong>${name}.</strong> ${meaning}`
}

/** The meaning as a text, for what is no page. */
export function freshnessMeaning(freshness: NonNullable<Freshness>): string {
  return WORDS[freshness].meaning
}
