import { compareIds, idNumbers, idText, type Segment } from './segment.ts'
import { type Adjustment, adjustmentsOf, scoreOf } from './traits.ts'

export interface RankPosition {
  score: number
  entryId: string
}

export interface Hit extends RankPosition {
  /** The languages that it may be in, beside English. */
  languages: number
  adjustments: Adjustment[]
}

/** A document with its score, before it gets its names. */
export interface Match {
  readonly segment: Segment
  readonly doc: number
  readonly score: number
  readonly traits: number
}

/** A document with what its score is made of. */
export interface RankedCandidate extends Match {
  readonly base: number
}

/** The best documents that come after a place, best first, equal ones in the order of their ids. */
export interface BestList<F extends Match> {
  readonly found: readonly F[]
  /** What a document needs to be in it; 0 while there is room. */
  worst(): number
  keep(found: F): void
}

export function newBestList<F extends Match>(limit: number, after: RankPosition | null): BestList<F> {
  const best: F[] = []
  const start = after === null ? null : numberedPlace(after)
  return {
    found: best,
    worst: () => (best.length === limit ? (best[best.length - 1]?.score ?? 0) : 0),
    keep(found) {
      if (start !== null && !ranksAfter(found, start)) return
      let place = best.length
      while (place > 0 && comesBefore(found, best[place - 1])) place -= 1
      if (place >= limit) return
      best.splice(place, 0, found)
      if (best.length > limit) best.pop()
    },
  }
}

export function hitOf(found: Match): Hit {
  const { score, traits } = found
  return {
    entryId: entryIdOf(found),
    languages: languagesAt(found),
    score,
    adjustments: adjustmentsOf(traits),
  }
}

export function entryIdOf({ segment, doc }: { segment: Segment; doc: number }): string {
  return idText(segment.packed.ids, doc * 4)
}

export function languagesAt({ segment, doc }: { segment: Segment; doc: number }): number {
  return segment.packed.languages[doc] ?? 0
}

export function raisedBy(found: RankedCandidate, bonus: number): RankedCandidate {
  const base = found.base + bonus
  return { ...found, base, score: scoreOf(base, found.traits) }
}

export function bestFirst(found: readonly RankedCandidate[]): RankedCandidate[] {
  return found.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1))
}

function comesBefore(a: Match, b: Match | undefined): boolean {
  if (b === undefined || a.score !== b.score) return b === undefined || a.score > b.score
  return compareIds(a.segment.packed.ids, a.doc * 4, b.segment.packed.ids, b.doc * 4) < 0
}

/** Whether a document comes behind a place, in the order of a list. */
export function ranksAfter({ segment, doc, score }: Match, after: NumberedPlace): boolean {
  if (score !== after.score) return score < after.score
  return compareIds(segment.packed.ids, doc * 4, after.id, 0) > 0
}

export interface NumberedPlace {
  readonly score: number
  readonly id: readonly number[]
}

export function numberedPlace({ score, entryId }: RankPosition): NumberedPlace {
  return { score, id: idNumbers(entryId) }
}
