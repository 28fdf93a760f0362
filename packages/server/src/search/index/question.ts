import { analyseQuery, type QueryTerm } from '../analyse/terms.ts'
import { type Expansion, expandTerm } from './expand.ts'
import type { WeighedTerm } from './match.ts'
import type { Segment } from './segment.ts'
import { type Statistics, statisticsOf, worthOf } from './statistics.ts'

/**
 * A question as `most` asks it. Every word counts for itself, those of a compound too; the compound written together
 * counts a little more, and stands for each of its words.
 */
export interface Question {
  readonly words: readonly QueryWord[]
  /** Compounds, written together. */
  readonly compounds: readonly QueryTerm[]
  /** Stop words that were left out. */
  readonly dropped: readonly string[]
}

interface QueryWord {
  readonly term: QueryTerm
  /** The places of the compounds that it is a part of. */
  readonly within: readonly number[]
  /** It is asked for outside of compounds, too: they do not stand for it. */
  readonly isAlone: boolean
}

/** What all scores of a question are measured by: with the same an entry has the same score on every page. */
export interface Measures {
  readonly statistics: Statistics
  /** The places of words that only begin other words in what the caller may read. */
  readonly beginnings: readonly number[]
}

/** What a question asks for, in each segment. */
export interface WeighedQuestion {
  readonly question: Question
  readonly measures: Measures
  /** By word, then by segment. */
  readonly words: readonly (readonly WeighedTerm[])[]
  readonly compounds: readonly (readonly WeighedTerm[])[]
  /** Worth of all words together. */
  readonly total: number
}

/** A word that only begins with what was asked for, where what was asked for is a word itself. */
const LONGER_WORD = 0.05
const COMPOUND_SHARE = 0.5
/** Those of compounds counted one by one. */
const MOST_WORDS = 200

export function questionOf(query: string): Question {
  const { terms, dropped } = analyseQuery(query)
  const words = new Map<string, { term: QueryTerm; within: number[]; isAlone: boolean }>()
  const compounds: QueryTerm[] = []
  for (const term of terms) {
    const isCompound = term.parts.length > 0
    if (isCompound) compounds.push({ ...term, parts: [] })
    for (const word of isCompound ? term.parts : [term]) {
      const known = words.get(word.raw) ?? { term: word, within: [], isAlone: false }
      if (isCompound) known.within.push(compounds.length - 1)
      else known.isAlone = true
      if (words.size < MOST_WORDS) words.set(word.raw, known)
    }
  }
  return { words: [...words.values()], compounds, dropped }
}

/** Without measures they are taken from the segments, which are all that the caller may read. */
export function weighQuestion(
  segments: readonly Segment[],
  question: Question,
  known: Measures | null,
): WeighedQuestion {
  const expanded = expandQuestion(segments, question)
  const measures = known ?? measuresIn(segments, expanded)
  const weighed = expanded.map((expansions, place) => {
    const isBeginning = measures.beginnings.includes(place)
    const share = place < question.words.length ? 1 : COMPOUND_SHARE
    const worth = share * worthOf(measures.statistics, place)
    return expansions.map((expansion) => ({
      expansion: isBeginning ? expansion : { ...expansion, weights: expansion.weights.map(weightOf) },
      worth,
    }))
  })
  const words = weighed.slice(0, question.words.length)
  const compounds = weighed.slice(question.words.length)
  const total = words.reduce((sum, [first]) => sum + (first?.worth ?? 0), 0)
  return { question, measures, words, compounds, total }
}

function expandQuestion(segments: readonly Segment[], { words, compounds }: Question): Expansion[][] {
  const terms = [...words.map(({ term }) => term), ...compounds]
  return terms.map((term) => segments.map((segment) => expandTerm(segment, term)))
}

function weightOf(weight: number): number {
  return weight === 1 ? 1 : LONGER_WORD
}

/** What a question is measured by in some segments. */
export function measuresOf(segments: readonly Segment[], question: Question): Measures {
  return measuresIn(segments, expandQuestion(segments, question))
}

/** How rare a word is tells its stem; where that is nowhere, the words that begin with it. */
function measuresIn(segments: readonly Segment[], expanded: readonly (readonly Expansion[])[]): Measures {
  const whole = expanded.map((expansions) => expansions.map(ofWholeWords))
  const { documents, lengths, frequencies } = statisticsOf(segments, whole)
  const begun = statisticsOf(segments, expanded).frequencies
  const beginnings = frequencies.flatMap((frequency, place) =>
    frequency === 0 && (begun[place] ?? 0) > 0 ? [place] : [],
  )
  return {
    statistics: {
      documents,
      lengths,
      frequencies: frequencies.map((frequency, place) => frequency || (begun[place] ?? 0)),
    },
    beginnings,
  }
}

function ofWholeWords({ places, weights, languages }: Expansion): Expansion {
  const whole = [...weights.keys()].filter((i) => weights[i] === 1)
  return {
    places: whole.map((i) => places[i] ?? 0),
    weights: whole.map(() => 1),
    languages: whole.map((i) => languages[i] ?? 0),
    parts: [],
  }
}

/** By word: whether it, or a compound that it is a part of, stands in a document of the segment with a number. */
export function heldWords(
  weighed: WeighedQuestion,
  segments: readonly Segment[],
  of: SegmentDocument,
): boolean[] {
  const place = segments.indexOf(of.segment)
  const isThere = (terms: readonly WeighedTerm[] | undefined) => {
    const { places = [], languages = [] } = terms?.[place]?.expansion ?? {}
    return places.some((word, i) => {
      const wanted = languages[i] ?? 0
      const isOfLanguage = wanted === 0 || ((of.segment.packed.languages[of.doc] ?? 0) & wanted) !== 0
      return isOfLanguage && hasPosting(of.segment, word, of.doc)
    })
  }
  return weighed.question.words.map(
    ({ within, isAlone }, word) =>
      isThere(weighed.words[word]) ||
      (!isAlone && within.some((compound) => isThere(weighed.compounds[compound]))),
  )
}

interface SegmentDocument {
  readonly segment: Segment
  readonly doc: number
}

function hasPosting({ packed }: Segment, place: number, doc: number): boolean {
  let low = packed.starts[place] ?? 0
  const end = packed.starts[place + 1] ?? 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((packed.docs[middle] ?? 0) < doc) low = middle + 1
    else high = middle
  }
  return low < end && packed.docs[low] === doc
}
