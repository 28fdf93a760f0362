import { hitsIn } from '../../text/excerpt.ts'
import { matcherOf } from '../analyse/matcher.ts'
import type { QueryTerm } from '../analyse/terms.ts'

/** Of how many characters the words are that stand close together: a clause, and two or three sentences. */
const SPANS = [50, 200] as const

interface ClosenessTerm {
  readonly term: QueryTerm
  readonly worth: number
  /** Words that only begin with it count as it. */
  readonly isBeginning: boolean
}

/** Where a word of a question stands in a text. */
export interface WordHit {
  readonly start: number
  /** The place of the word in the question. */
  readonly place: number
}

/**
 * How close the words of a question come in a text in some languages: 0 for one alone, at most what all of them are worth.
 */
export function closenessOf(terms: readonly ClosenessTerm[], languages: number): (text: string) => number {
  const find = createHitFinder(terms, languages)
  const worths = terms.map(({ worth }) => worth)
  return (text) => closenessOfHits(find(text), worths)
}

/** Finds the words of a question in texts in some languages, in the order of each text. */
export function createHitFinder(
  terms: readonly Omit<ClosenessTerm, 'worth'>[],
  languages: number,
): (text: string) => WordHit[] {
  const wanted = terms.map(({ term, isBeginning }) => (isBeginning ? term : wholeWord(term)))
  const matcher = matcherOf(wanted, languages)
  const own = wanted.map((term) => matcherOf([term], languages))
  const known = new Map<string, readonly number[]>()
  const placesOf = (word: string) => {
    const found = known.get(word) ?? own.flatMap(({ matches }, place) => (matches(word) ? [place] : []))
    known.set(word, found)
    return found
  }
  return (text) => {
    const hits: WordHit[] = []
    for (const { start, word } of hitsIn(text, matcher))
      for (const place of placesOf(word)) hits.push({ start, place })
    return hits
  }
}

export function closenessOfHits(hits: readonly WordHit[], worths: readonly number[]): number {
  const single = hits.reduce((best, { place }) => Math.max(best, worths[place] ?? 0), 0)
  const best = SPANS.map((span) => bestSpan(hits, worths, span))
  return best.reduce((sum, worth) => sum + worth, 0) / SPANS.length - single
}

function wholeWord(term: QueryTerm): QueryTerm {
  return { ...term, prefix: null }
}

/** The most that different words are worth together that begin within so many characters. */
function bestSpan(hits: readonly WordHit[], worths: readonly number[], span: number): number {
  const counts = new Uint32Array(worths.length)
  let best = 0
  let sum = 0
  let first = 0
  for (const { start, place } of hits) {
    counts[place] = (counts[place] ?? 0) + 1
    if (counts[place] === 1) sum += worths[place] ?? 0
    for (let oldest = hits[first]; oldest && start - oldest.start >= span; oldest = hits[first]) {
      counts[oldest.place] = (counts[oldest.place] ?? 0) - 1
      if (counts[oldest.place] === 0) sum -= worths[oldest.place] ?? 0
      first += 1
    }
    if (sum > best) best = sum
  }
  return best
}
