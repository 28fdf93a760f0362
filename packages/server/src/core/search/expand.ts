import { type QueryTerm, stemOf } from '../terms.ts'
import type { Segment } from './segment.ts'
import { firstPlace, placeOf, wordAt, wordCount } from './word-list.ts'

/** The words of one segment that a term of a query means, in their order, and what each counts. */
export interface Expansion {
  readonly places: readonly number[]
  readonly weights: readonly number[]
  /** For a compound: what its parts mean. All of them together match in its place. */
  readonly parts: readonly Expansion[]
}

/** A word that only begins with what was asked for counts half. */
const PREFIX_WEIGHT = 0.5

export function expandTerm(segment: Segment, term: QueryTerm): Expansion {
  const weights = new Map<number, number>()
  if (term.prefix !== null) addPrefix(segment, term.prefix, weights)
  addStem(segment, term.stem, weights)
  // The order of the words is that of the sums, which must not depend on how segments came to be.
  const places = [...weights.keys()].sort((a, b) => a - b)
  return {
    places,
    weights: places.map((place) => weights.get(place) ?? 0),
    parts: term.parts.map((part) => expandTerm(segment, part)),
  }
}

function addPrefix({ packed }: Segment, prefix: string, weights: Map<number, number>): void {
  const count = wordCount(packed.words)
  for (let place = placeOf(packed.words, prefix); place < count; place += 1) {
    if (!wordAt(packed.words, place).startsWith(prefix)) break
    weights.set(place, PREFIX_WEIGHT)
  }
}

function addStem({ packed }: Segment, stem: string, weights: Map<number, number>): void {
  const { words, derived } = packed
  const own = placeOf(words, stem)
  if (own < wordCount(words) && wordAt(words, own) === stem && stemOf(stem) === stem) weights.set(own, 1)
  const stemAt = (i: number) => stemOf(wordAt(words, derived[i] ?? 0))
  for (let i = firstPlace(derived.length, (i) => stemAt(i) >= stem); i < derived.length; i += 1) {
    if (stemAt(i) !== stem) break
    weights.set(derived[i] ?? 0, 1)
  }
}

/**
 * In how many living documents the words of a term stand, each word counted for itself. A compound has, beside
 * its own, those that its rarest part has in all segments together: what stands in one segment is chance.
 */
export function frequencyIn(segments: readonly Segment[], term: QueryTerm): number {
  let sum = 0
  for (const segment of segments)
    for (const place of expandTerm(segment, { ...term, parts: [] }).places)
      sum += livingPostings(segment, place)
  if (term.parts.length === 0) return sum
  return sum + Math.min(...term.parts.map((part) => frequencyIn(segments, part)))
}

/** How many living documents have the word at a place. */
export function livingPostings({ packed, alive, dead }: Segment, place: number): number {
  const from = packed.starts[place] ?? 0
  const to = packed.starts[place + 1] ?? 0
  if (dead.length === 0) return to - from
  let count = to - from
  if (to - from <= dead.length * 8) {
    for (let at = from; at < to; at += 1) if (alive[packed.docs[at] ?? 0] !== 1) count -= 1
    return count
  }
  for (const doc of dead) {
    const at = from + firstPlace(to - from, (i) => (packed.docs[from + i] ?? 0) >= doc)
    if (at < to && packed.docs[at] === doc) count -= 1
  }
  return count
}

/** Whether nothing in the segment can match. */
export function isEmpty({ places, parts }: Expansion): boolean {
  return places.length === 0 && (parts.length === 0 || parts.some(isEmpty))
}
