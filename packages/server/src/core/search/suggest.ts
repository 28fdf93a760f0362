import { distance } from 'fastest-levenshtein'
import { analyseQuery, type QueryTerm } from '../terms.ts'
import { frequencyIn, livingPostings } from './expand.ts'
import type { Segment } from './segment.ts'
import { placeOf, wordAt, wordCount } from './word-list.ts'

/** Numbers that keep the work small whatever the query. */
const MOST_SUGGESTIONS = 3
const MOST_CORRECTED = 3
const MOST_LEFT_OUT = 8
const SHORTEST_CORRECTED = 3
const LONGEST_CORRECTED = 32
/** Words from this length on may have two letters wrong. */
const TWO_MISTAKES_FROM = 6

/**
 * Other queries that find something in these segments: with words spelt as they are there, then without a word
 * that nothing has, then without one of several words that no document has together.
 */
export function suggestQueries(
  segments: readonly Segment[],
  query: string,
  findsSomething: (query: string) => boolean,
): string[] {
  const { terms } = analyseQuery(query)
  const missing = new Set(terms.filter((term) => frequencyIn(segments, term) === 0))
  const candidates = new Set<string>()
  const spelt = respelt(segments, terms, missing)
  if (spelt !== null) candidates.add(spelt)
  if (missing.size > 0) candidates.add(textOf(terms.filter((term) => !missing.has(term))))
  else
    for (const left of terms.slice(0, MOST_LEFT_OUT))
      candidates.add(textOf(terms.filter((term) => term !== left)))
  candidates.delete('')
  return [...candidates].filter(findsSomething).slice(0, MOST_SUGGESTIONS)
}

function textOf(terms: readonly QueryTerm[]): string {
  return terms.map(wordsOf).join(' ')
}

/** A compound is written with its parts, which mean the same. */
function wordsOf(term: QueryTerm): string {
  return term.parts.length === 0 ? term.raw : term.parts.map(({ raw }) => raw).join('-')
}

/** The query with its missing words replaced; null when one of them is like nothing here. */
function respelt(
  segments: readonly Segment[],
  terms: readonly QueryTerm[],
  missing: ReadonlySet<QueryTerm>,
): string | null {
  if (missing.size === 0 || missing.size > MOST_CORRECTED) return null
  const words = terms.map((term) => (missing.has(term) ? nearestWord(segments, term.raw) : wordsOf(term)))
  return words.includes(null) ? null : words.join(' ')
}

/** The word that takes the fewest changes, then the one that stands in the most documents. */
function nearestWord(segments: readonly Segment[], wrong: string): string | null {
  if (wrong.length < SHORTEST_CORRECTED || wrong.length > LONGEST_CORRECTED) return null
  const allowed = wrong.length >= TWO_MISTAKES_FROM ? 2 : 1
  const near = new Map<string, { changes: number; documents: number }>()
  for (const segment of segments) {
    for (const [word, place] of wordsLike(segment, wrong, allowed)) {
      const changes = distance(wrong, word)
      const documents = changes <= allowed ? livingPostings(segment, place) : 0
      if (documents > 0) near.set(word, { changes, documents: documents + (near.get(word)?.documents ?? 0) })
    }
  }
  const [best] = [...near].sort(
    ([a, x], [b, y]) => x.changes - y.changes || y.documents - x.documents || (a < b ? -1 : 1),
  )
  return best?.[0] ?? null
}

/** Words with the same first letter, or the second one when the first two are swapped, of about that length. */
function* wordsLike({ packed }: Segment, wrong: string, allowed: number): Generator<[string, number]> {
  for (const initial of new Set([...wrong].slice(0, 2))) {
    const count = wordCount(packed.words)
    for (let place = placeOf(packed.words, initial); place < count; place += 1) {
      const bytes = (packed.words.starts[place + 1] ?? 0) - (packed.words.starts[place] ?? 0)
      if (packed.words.text[packed.words.starts[place] ?? 0] !== Buffer.from(initial)[0]) break
      if (bytes < wrong.length - allowed) continue
      const word = wordAt(packed.words, place)
      if (!word.startsWith(initial)) break
      if (Math.abs(word.length - wrong.length) <= allowed) yield [word, place]
    }
  }
}
