import { type AnswerOf, type ClosedLists, isRetired, type Operations } from '@colophon/contract'
import { freshnessAt, type Standing } from '../../core/freshness.ts'

export type RevisionStatus = AnswerOf<Operations['getStatus']>['items'][number]

/** A readable revision, as far as its citation is concerned. */
interface CitationTarget {
  readonly sha256: string
  readonly head_hash: string | null
  readonly retirement_state: ClosedLists['retirementState']
}

/** A retired head stays the head of its entry: that it was retired is what a citation has to know. */
export function citationState({
  sha256,
  head_hash,
  retirement_state,
}: CitationTarget): RevisionStatus['state'] {
  if (isRetired(retirement_state)) return 'retired'
  return head_hash === sha256 ? 'current' : 'superseded'
}

const ASKED_AGAIN: Readonly<Record<RevisionStatus['state'], boolean>> = {
  current: true,
  superseded: false,
  retired: false,
  unknown: false,
}

/** Only what is current is asked to be checked again by its date; evidence is that of every revision. */
export function freshnessOf(
  state: RevisionStatus['state'],
  refreshAfter: string | null,
  { now, standing }: { now: string; standing: Standing },
): RevisionStatus['freshness'] {
  return freshnessAt(ASKED_AGAIN[state] ? refreshAfter : null, now, standing)
}

/** What is said of a hash that names nothing, and of one that names what the caller may not read. */
export function unknown(sha256: string): RevisionStatus {
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
