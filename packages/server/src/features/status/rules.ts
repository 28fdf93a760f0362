import type { AnswerOf, Operations } from '@colophon/contract'

export type CitationStatus = AnswerOf<Operations['getStatus']>['items'][number]

/** A readable revision, as far as its citation is concerned. */
export interface Cited {
  readonly sha256: string
  readonly head_hash: string | null
  readonly retirement_state: string
}

/** A retired head stays the head of its entry: that it was retired is what a citation has to know. */
export function stateOf({ sha256, head_hash, retirement_state }: Cited): CitationStatus['state'] {
  if (retirement_state === 'retired') return 'retired'
  return head_hash === sha256 ? 'current' : 'superseded'
}

/** Only what is current is asked to be checked again; articles have no such date. */
export function freshnessOf(
  state: CitationStatus['state'],
  refreshAfter: string | null,
  now: string,
): CitationStatus['freshness'] {
  if (state !== 'current' || refreshAfter === null) return null
  return refreshAfter <= now ? 'due' : 'fresh'
}

/** What is said of a hash that names nothing, and of one that names what the caller may not read. */
export function unknown(sha256: string): CitationStatus {
  return {
    sha256,
    state: 'unknown',
    entry_id: null,
    head_hash: null,
    path: null,
    title: null,
    replacements: [],
    freshness: null,
  }
}
