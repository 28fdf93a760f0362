import { SEARCH_LIMITS } from '@colophon/contract'
import { isUnspaced } from '../analyse/unspaced-words.ts'
import { frequencyIn } from './expand.ts'
import { heldWords, type Question, questionOf } from './question.ts'
import { type RankingParams, rank } from './rank.ts'
import { type MostSources, rankMost } from './rank-most.ts'
import { nearestWord } from './respell.ts'
import { documentOf, idNumbers, type Segment } from './segment.ts'
import { subsetsOf, type WordSubset } from './subsets.ts'
import { writingOf } from './writing.ts'

/** Numbers that keep the work small whatever the query. */
const MOST_SUGGESTIONS = 3
const MOST_CORRECTED = 3
const BEST_DOCUMENTS = 10

/** What found nothing, and under which filters. */
type Failed = Pick<RankingParams, 'query' | 'mode' | 'now'>

/**
 * Other queries, each of which finds something under the same filters: with words spelt as they are in the documents, then
 * the largest subsets of the words that the best documents for any of them hold together. Where no meaningful word is
 * known, the same of the words that were left out.
 */
export async function suggestQueries(
  segments: readonly Segment[],
  failed: Failed,
  sources: MostSources,
): Promise<string[]> {
  const question = questionOf(failed.query)
  const found = await suggestFor(segments, { failed, question, sources })
  if (found.length > 0 || question.dropped.length === 0) return found
  const left = questionOf(question.dropped.join(' '))
  return suggestFor(segments, { failed, question: left, sources })
}

interface Suggesting {
  readonly failed: Failed
  readonly question: Question
  readonly sources: MostSources
}

async function suggestFor(segments: readonly Segment[], suggesting: Suggesting): Promise<string[]> {
  const { failed, sources } = suggesting
  const findsSomething = (query: string) => {
    const plain = { mode: failed.mode, now: failed.now, limit: 1, exact: null, after: null, statistics: null }
    return rank(segments, { ...plain, query }, sources.scratch).hits.length > 0
  }
  const own = textOf(suggesting.question, suggesting.question.words.map(asWritten))
  const spelt = await respelt(segments, suggesting)
  const steps = [
    async () => [spelt],
    () => heldTogether(segments, { ...suggesting, query: spelt }),
    () => (spelt === own ? [] : heldTogether(segments, { ...suggesting, query: own })),
  ]
  const suggestions: string[] = []
  for (const step of steps) {
    if (suggestions.length === MOST_SUGGESTIONS) break
    for (const query of await step()) {
      if (suggestions.length === MOST_SUGGESTIONS) break
      if (query === failed.query || query.length > SEARCH_LIMITS.queryCharacters) continue
      if (!suggestions.includes(query) && findsSomething(query)) suggestions.push(query)
    }
  }
  return suggestions
}

/** The meaningful words, those that nothing has replaced by what is most like them. */
async function respelt(segments: readonly Segment[], { question, sources }: Suggesting): Promise<string> {
  const isKnown = question.compounds.map((compound) => frequencyIn(segments, compound) > 0)
  const missing = question.words.filter(
    ({ term, within, isAlone }) =>
      (isAlone || !within.some((place) => isKnown[place])) && frequencyIn(segments, term) === 0,
  )
  const corrected = new Map<string, string>()
  for (const { term } of missing.slice(0, MOST_CORRECTED)) {
    const near = nearestWord(segments, term.raw)
    if (near !== null) corrected.set(term.raw, await writingOf(segments, near, sources))
  }
  const words = question.words.map((word) => {
    const written = corrected.get(word.term.raw)
    return written === undefined ? asWritten(word) : { ...word, written, isWhole: false }
  })
  return textOf(question, words)
}

/** Subsets of the words of a query that the best documents hold, the largest first. */
async function heldTogether(
  segments: readonly Segment[],
  { failed, query, sources }: Suggesting & { readonly query: string },
): Promise<string[]> {
  const asked = { ...failed, query, exact: null, limit: BEST_DOCUMENTS, after: null, pins: null }
  const { hits, question: weighed } = await rankMost(segments, asked, sources)
  const held = hits.flatMap(({ entryId }): WordSubset[] => {
    const found = locate(segments, entryId)
    return found === null ? [] : [heldWords(weighed, segments, found)]
  })
  const { question } = weighed
  const worths = weighed.words.map(([first]) => first?.worth ?? 0)
  return subsetsOf(held, worths).map((subset) => {
    const words = question.words.filter((_, place) => subset[place])
    return textOf(question, words.map(asWritten))
  })
}

/** The newest segment that lists an entry. */
function locate(segments: readonly Segment[], entryId: string): { segment: Segment; doc: number } | null {
  const id = idNumbers(entryId)
  for (const segment of segments) {
    const doc = documentOf(segment.packed, id)
    if (doc >= 0 && segment.alive[doc] === 1) return { segment, doc }
  }
  return null
}

interface WrittenWord {
  readonly written: string
  readonly within: readonly number[]
  /** As the caller wrote it. */
  readonly isWhole: boolean
}

function asWritten(word: Question['words'][number]): WrittenWord {
  return { written: word.term.written, within: word.within, isWhole: true }
}

/** The words in their order; a compound as it was written where all of its words are there. */
function textOf({ words, compounds }: Question, chosen: readonly WrittenWord[]): string {
  const isComplete = compounds.map((_, compound) => {
    const isPart = ({ within }: { within: readonly number[] }) => within.includes(compound)
    const there = chosen.filter(isPart)
    return there.length === words.filter(isPart).length && there.every(({ isWhole }) => isWhole)
  })
  const texts: string[] = []
  for (const { written, within } of chosen) {
    const compound = within.find((place) => isComplete[place])
    const text = compound === undefined ? written : (compounds[compound]?.written ?? written)
    const last = texts.at(-1)
    if (last !== undefined && continues(last, text)) texts.splice(-1, 1, last + [...text].slice(1).join(''))
    else if (!texts.includes(text)) texts.push(text)
  }
  return texts.join(' ')
}

/** Scripts without spaces are asked for by pairs of letters: those that share one are written as one. */
function continues(last: string, next: string): boolean {
  return isUnspaced(next) && isUnspaced(last) && [...last].at(-1) === [...next][0] && [...next].length > 1
}
