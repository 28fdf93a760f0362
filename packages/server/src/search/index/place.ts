import type { Pins } from './rank-most.ts'
import type { Statistics } from './statistics.ts'

/**
 * Where a page of results ended, and what its scores were measured by: with the same numbers an entry has the
 * same score on every page, so that paging neither skips nor repeats it while others publish.
 */
type AllPlace = [
  score: number,
  entryId: string,
  since: number,
  documents: number,
  lengths: readonly number[],
  frequencies: readonly number[],
]

/** The same where any word will do. */
type MostPlace = [score: number, entryId: string, since: number, pins: Pins]

/** The position in a cursor of search. Only this file knows what is in it. */
export type SearchPlace = AllPlace | MostPlace

/** Where a page of results ended, as a cursor holds it. */
export function placeAfter(
  last: { score: number; entryId: string },
  page: { since: number; pins: Pins | null; statistics: Statistics },
): SearchPlace {
  const { documents, lengths, frequencies } = page.statistics
  return page.pins === null
    ? [last.score, last.entryId, page.since, documents, lengths, frequencies]
    : [last.score, last.entryId, page.since, page.pins]
}

/** What the next page of results begins with. */
export interface Continuation {
  readonly now: number
  readonly after: { score: number; entryId: string } | null
  readonly statistics: Statistics | null
  readonly pins: Pins | null
}

/** The first page is measured by the texts of today; the later ones by what the first one saw. */
export function continueAt(place: SearchPlace | null, now: number): Continuation {
  if (place === null) return { now, after: null, statistics: null, pins: null }
  const [score, entryId, since] = place
  const after = { score, entryId }
  if (place.length === 4) return { now: since, after, statistics: null, pins: place[3] }
  const [, , , documents, lengths, frequencies] = place
  return { now: since, after, statistics: { documents, lengths, frequencies }, pins: null }
}

/** By the way of matching, to which the cursor is bound. */
export const IS_PLACE = { all: isAllPlace, most: isMostPlace }

function isMostPlace(value: unknown): value is MostPlace {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [score, entryId, since, pins] = value
  // A cursor is sealed: what has pins at all has whole ones.
  return (
    [score, since].every(isNumber) && typeof entryId === 'string' && typeof pins === 'object' && pins !== null
  )
}

function isAllPlace(value: unknown): value is AllPlace {
  if (!Array.isArray(value) || value.length !== 6) return false
  const [score, entryId, since, documents, lengths, frequencies] = value
  return (
    [score, since, documents].every(isNumber) &&
    typeof entryId === 'string' &&
    [lengths, frequencies].every((list) => Array.isArray(list) && list.every(isNumber))
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
