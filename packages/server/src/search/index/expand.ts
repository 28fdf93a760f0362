import { stemOf } from '../analyse/fold-word.ts'
import { foreignStemsOfQuery } from '../analyse/foreign-stems.ts'
import type { QueryTerm } from '../analyse/terms.ts'
import { foreignNumber } from './document.ts'
import { type Segment, stemNumber } from './segment.ts'
import { firstPlace, wordAt, wordCount, wordPosition } from './word-list.ts'

/**
 * The words of one segment that a term of a query means, and what each counts. Their order is that of the sums,
 * and the same in every segment: a score must not depend on how segments came to be.
 */
export interface Expansion {
  readonly places: readonly number[]
  readonly weights: readonly number[]
  /** In documents of which languages each counts; 0 for all. */
  readonly languages: readonly number[]
  /** For a compound: what its parts mean. All of them together match in its place. */
  readonly parts: readonly Expansion[]
}

/** A word that only begins with what was asked for counts half. */
const PREFIX_WEIGHT = 0.5
const LONGEST_ELISION = 6

export function expandTerm(segment: Segment, term: QueryTerm): Expansion {
  const places = term.prefix === null ? [] : placesOfPrefix(segment, term.prefix)
  const first = places[0] ?? 0
  const weights = places.map(() => PREFIX_WEIGHT)
  for (const place of placesOfStem(segment, term.stem)) {
    const known = place - first
    if (places[known] === place) weights[known] = 1
    else {
      places.push(place)
      weights.push(1)
    }
  }
  const languages = places.map(() => 0)
  // Where a word of a language only begins with the term elsewhere, it counts in full in documents of that language.
  for (const [place, language] of placesInLanguages(segment, term)) {
    if (weights[places.indexOf(place)] === 1) continue
    places.push(place)
    weights.push(1)
    languages.push(language)
  }
  return { places, weights, languages, parts: term.parts.map((part) => expandTerm(segment, part)) }
}

/** Words with one beginning are neighbours. */
function placesOfPrefix({ packed }: Segment, prefix: string): number[] {
  const { words } = packed
  const from = wordPosition(words, prefix)
  const count = firstPlace(wordCount(words) - from, (i) => !wordAt(words, from + i).startsWith(prefix))
  return Array.from({ length: count }, (_, i) => from + i)
}

/** The stem itself where it is a word, then the words derived from it, in their order. */
function placesOfStem({ packed }: Segment, stem: string): number[] {
  const { words, derived, stems } = packed
  const places: number[] = []
  const own = wordPosition(words, stem)
  if (own < wordCount(words) && wordAt(words, own) === stem && stemOf(stem) === stem) places.push(own)
  const number = stemNumber(stem)
  for (let i = firstPlace(stems.length, (i) => (stems[i] ?? 0) >= number); stems[i] === number; i += 1) {
    const place = derived[i] ?? 0
    if (stemOf(wordAt(words, place)) === stem) places.push(place)
  }
  return places
}

/** Words that have the stem of a term in a language of the segment's documents, and in which. */
function placesInLanguages(segment: Segment, { written, raw }: QueryTerm): Map<number, number> {
  const { words, derived, stems } = segment.packed
  const found = new Map<number, number>()
  for (const { language, stem } of foreignStemsOfQuery(segment.languages, written)) {
    const number = foreignNumber(language, stem)
    for (let i = firstPlace(stems.length, (i) => (stems[i] ?? 0) >= number); stems[i] === number; i += 1) {
      const place = derived[i] ?? 0
      // Two stems may have the same number; stemming leaves the first letter alone, but for what is elided.
      const initial = wordAt(words, place).charAt(0)
      if (initial === stem.charAt(0) || initial === raw.charAt(0) || isElided(wordAt(words, place), stem))
        found.set(place, (found.get(place) ?? 0) | language)
    }
  }
  return found
}

function isElided(word: string, stem: string): boolean {
  return word.slice(0, LONGEST_ELISION + 1).includes(stem.charAt(0))
}

/** In how many living documents the words of a term stand, each word counted for itself. */
export function frequencyIn(segments: readonly Segment[], term: QueryTerm): number {
  return frequencyOf(
    segments,
    segments.map((segment) => expandTerm(segment, term)),
  )
}

/**
 * The same for a term that is expanded in each segment. A compound has, beside its own, those that its rarest
 * part has in all segments together: what stands in one segment is chance.
 */
export function frequencyOf(segments: readonly Segment[], expansions: readonly Expansion[]): number {
  let sum = 0
  for (const [i, segment] of segments.entries()) sum += livingIn(segment, expansions[i])
  const parts = expansions[0]?.parts ?? []
  if (parts.length === 0) return sum
  const partsOf = (part: number) => expansions.flatMap(({ parts }) => parts[part] ?? [])
  return sum + Math.min(...parts.map((_, part) => frequencyOf(segments, partsOf(part))))
}

function livingIn(segment: Segment, expansion: Expansion | undefined): number {
  let sum = 0
  for (const [i, place] of (expansion?.places ?? []).entries()) {
    const languages = expansion?.languages[i] ?? 0
    sum += languages === 0 ? livingPostings(segment, place) : livingOfLanguages(segment, place, languages)
  }
  return sum
}

function livingOfLanguages({ packed, alive }: Segment, place: number, languages: number): number {
  const to = packed.starts[place + 1] ?? 0
  let count = 0
  for (let at = packed.starts[place] ?? 0; at < to; at += 1) {
    const doc = packed.docs[at] ?? 0
    if (alive[doc] === 1 && ((packed.languages[doc] ?? 0) & languages) !== 0) count += 1
  }
  return count
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
