import { languagesOf } from './languages.ts'
import { matcherOf } from './matcher.ts'
import type { QueryTerm } from './terms.ts'
import { unspacedPieces } from './unspaced-words.ts'
import { chainsOf } from './word-chains.ts'

/** A stretch of a text, in UTF-16 units. */
interface TextSpan {
  readonly start: number
  readonly end: number
}

interface MatchedWord extends TextSpan {
  readonly written: string
}

/** Marks and joiners go with the character before them. */
const EXTENSION = /^[\p{M}\u200d]+/u

/**
 * The words of a short text that belong to what a query asks for, by the rules of search: in order, and apart from
 * each other. Parts of a compound count where all of them are there, for only then do they match.
 */
export function matchedWords(text: string, terms: readonly QueryTerm[]): TextSpan[] {
  const chains = placedChains(text)
  const words = chains.flat().map(({ written }) => written)
  const languages = languagesOf(text)
  const isThere = (term: QueryTerm) => words.some(matcherOf([term], languages).matches)
  const { matches } = matcherOf(
    terms.map((term) => (term.parts.every(isThere) ? term : { ...term, parts: [] })),
    languages,
  )
  return joined(chains.flatMap((chain) => spansOf(chain, matches)).map((span) => wholeCharacters(text, span)))
}

/** The written words of each chain are slices of the text, in its order, with no word between them. */
function placedChains(text: string): MatchedWord[][] {
  let from = 0
  return chainsOf(text).map((chain) =>
    chain.map((written) => {
      const start = text.indexOf(written, from)
      from = start + written.length
      return { written, start, end: from }
    }),
  )
}

type Matches = (written: string) => boolean

/** Words that match; the whole chain where only what it spells together does. */
function spansOf(chain: readonly MatchedWord[], matches: Matches): TextSpan[] {
  const found = chain.flatMap((word) => spansIn(word, matches))
  const [first, last] = [chain[0], chain.at(-1)]
  const isCompound = found.length === 0 && chain.length > 1
  if (!isCompound || !first || !last || !matches(chain.map(({ written }) => written).join(''))) return found
  return [{ start: first.start, end: last.end }]
}

/** Scripts without spaces match by letter and by pair, so that not a whole sentence is taken for a word. */
function spansIn({ written, start, end }: MatchedWord, matches: Matches): TextSpan[] {
  if (!matches(written)) return []
  const pieces = unspacedPieces(written)
  if (pieces === null) return [{ start, end }]
  let at = start
  return pieces.flatMap((piece, place) => {
    const from = at
    at += piece.length
    if (place % 2 === 1) return lettersIn(piece, from, matches)
    return piece !== '' && matches(piece) ? [{ start: from, end: at }] : []
  })
}

function lettersIn(piece: string, from: number, matches: Matches): TextSpan[] {
  const letters = [...piece]
  let at = from
  return letters.flatMap((letter, place) => {
    const start = at
    at += letter.length
    const next = letters[place + 1] ?? ''
    if (matches(letter)) return [{ start, end: at }]
    return next !== '' && !matches(next) && matches(letter + next) ? [{ start, end: at + next.length }] : []
  })
}

function wholeCharacters(text: string, { start, end }: TextSpan): TextSpan {
  return { start, end: end + (EXTENSION.exec(text.slice(end))?.[0].length ?? 0) }
}

/** Spans that touch are one. */
function joined(spans: readonly TextSpan[]): TextSpan[] {
  const found: TextSpan[] = []
  for (const span of spans) {
    const last = found.at(-1)
    if (last === undefined || span.start > last.end) found.push(span)
    else found[found.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
  }
  return found
}
