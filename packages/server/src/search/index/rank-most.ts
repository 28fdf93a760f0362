import {
  type BestList,
  entryIdOf,
  type Hit,
  hitOf,
  languagesAt,
  type Match,
  type NumberedPlace,
  newBestList,
  numberedPlace,
  type RankedCandidate,
  type RankPosition,
  raisedBy,
  ranksAfter,
} from './best.ts'
import { closenessOf } from './closeness.ts'
import { INDEXED_MODES } from './document.ts'
import { type FeedbackWord, feedbackOf } from './feedback.ts'
import { normsOf, type Scratch } from './match.ts'
import { matchAny, type TermGroup } from './match-any.ts'
import { heldWords, type Measures, questionOf, type WeighedQuestion, weighQuestion } from './question.ts'
import type { RankingParams } from './rank.ts'
import { rankedSince } from './ranked-since.ts'
import { addRelevanceFeedback } from './rescore.ts'
import { documentOf, idNumbers, type Segment } from './segment.ts'
import { leastFactor, mostWithoutFields, namesOf, type Raising, scoreOf, traitsOf } from './traits.ts'

/**
 * `most`: documents that any word of a question matches, ranked by how much of it they answer. Words count by BM25F, in
 * the index alone. The best are then ranked once more by words that the very best share (`feedback.ts`), and the best of
 * those by how close the words of the question stand in their texts (`closeness.ts`). Both only add to a score, so that
 * the order is one order however it is paged.
 *
 * Whoever ranks parts of documents by the same question calls `rankMost` with a `limit` and takes `words` for what each
 * word is worth and `hits[].missing` for what a document lacks; `closenessOf` works on any text.
 */
export interface MostParams extends Omit<RankingParams, 'statistics'> {
  /** Those of the first page: with them the scores of an entry are the same on every page. */
  pins: Pins | null
  /** Of a first page, where they do not come from the segments. */
  measures?: Measures
}

/** What the first page decided. */
export interface Pins {
  readonly measures: Measures
  readonly feedback: readonly FeedbackWord[]
  /** Where the documents end that are ranked once more, by words and then by closeness; null: all are. */
  readonly floors: readonly [feedback: RankPosition | null, closeness: RankPosition | null]
}

export interface MostHit extends Hit {
  /** The caller's words that the document lacks, in their order. */
  missing: string[]
}

export interface MostRanking {
  hits: MostHit[]
  pins: Pins
  /** Milliseconds: the earliest `now` that would have ranked alike. */
  since: number
  question: WeighedQuestion
}

/** What is known of a document beside the index: of those that were hidden meanwhile, nothing. */
export type ReadTexts = (entryIds: readonly string[]) => Promise<ReadonlyMap<string, DocumentText>>

interface DocumentText {
  readonly title: string
  /** Plain. */
  readonly text: string
}

export interface MostSources {
  readonly scratch: Scratch
  readonly readTexts: ReadTexts
}

/** More than a page has. */
const RANKED_AGAIN = 128
const FEEDBACK_TEXTS = 5
const CLOSENESS_TEXTS = 16
const CLOSENESS_SHARE = 0.25
/** While others publish, more come before the floors of a first page: so many times more are ranked again. */
const GROWTH = 4

export async function rankMost(
  segments: readonly Segment[],
  params: MostParams,
  sources: MostSources,
): Promise<MostRanking> {
  const weighed = weighQuestion(
    segments,
    questionOf(params.query),
    params.pins?.measures ?? params.measures ?? null,
  )
  const ranking: Ranking = { segments, params, weighed, sources }
  const { candidates, rest } = collect(ranking)
  const feedback = params.pins?.feedback ?? (await feedbackFrom(ranking, candidates))
  const raised = addRelevanceFeedback(candidates, { feedback, weighed, scratch: sources.scratch })
  const closenessFloor = params.pins === null ? placeAt(raised, CLOSENESS_TEXTS) : params.pins.floors[1]
  const close = await addCloseness(ranking, raised, closenessFloor)
  const best = newBestList<Match>(params.limit, params.after)
  for (const found of [...close, ...rest]) best.keep(found)
  const feedbackFloor = params.pins === null ? placeAt(candidates, RANKED_AGAIN) : params.pins.floors[0]
  return {
    hits: best.found.map((found) => ({ ...hitOf(found), missing: missingIn(ranking, found) })),
    pins: { measures: weighed.measures, feedback, floors: [feedbackFloor, closenessFloor] },
    since: rankedSince(segments, params.now),
    question: weighed,
  }
}

interface Ranking {
  readonly segments: readonly Segment[]
  readonly params: MostParams
  readonly weighed: WeighedQuestion
  readonly sources: MostSources
}

interface Collecting {
  readonly raising: Raising
  readonly mode: number | null
  readonly floor: NumberedPlace | null
  readonly candidates: BestList<RankedCandidate>
  readonly rest: BestList<RankedCandidate>
}

/** Documents that are ranked again, best first, and those of the page that are not. */
function collect(ranking: Ranking): {
  candidates: readonly RankedCandidate[]
  rest: readonly RankedCandidate[]
} {
  const { segments, params, weighed, sources } = ranking
  const { after, limit, pins } = params
  const terms = weighed.question.words.map(({ term }) => term)
  const collecting: Collecting = {
    raising: { names: namesOf(params.query, terms), now: params.now },
    mode: params.mode === null ? null : INDEXED_MODES.indexOf(params.mode),
    floor: pins?.floors[0] ? numberedPlace(pins.floors[0]) : null,
    candidates: newBestList(pins === null ? RANKED_AGAIN : RANKED_AGAIN * GROWTH, null),
    rest: newBestList(limit, after),
  }
  const exact = params.exact === null ? null : idNumbers(params.exact)
  const norms = normsOf(weighed.measures.statistics)
  const { candidates, mode } = collecting
  const best = { count: RANKED_AGAIN, leastFactor: leastFactor(rankedSince(segments, params.now) > 0) }
  for (const [place, segment] of segments.entries()) {
    const sought = exact === null ? -1 : documentOf(segment.packed, exact)
    let wasFound = false
    const wanted = pins === null && mode === null ? { ...best, least: candidates.worst(), sought } : null
    const matching = { groups: groupsOf(weighed, place), norms, scratch: sources.scratch, wanted }
    matchAny(segment, matching, (doc, base, fields) => {
      if (doc === sought) wasFound = true
      offer(segment, doc, { base, fields, sought }, collecting)
    })
    if (sought >= 0 && !wasFound && segment.alive[sought] === 1)
      offer(segment, sought, { base: 1, fields: 0, sought }, collecting)
  }
  return { candidates: collecting.candidates.found, rest: collecting.rest.found }
}

/** Each compound with the words that are not of a compound before it, then the other words. */
function groupsOf({ question, words, compounds }: WeighedQuestion, segment: number): TermGroup[] {
  const groups = [...question.compounds.keys(), null].map((compound) => ({
    compound: compound === null ? null : (compounds[compound]?.[segment] ?? null),
    words: question.words.flatMap(({ within, isAlone }, word) =>
      (isAlone ? null : (within[0] ?? null)) === compound ? (words[word]?.[segment] ?? []) : [],
    ),
  }))
  return groups
}

interface Offered {
  readonly base: number
  readonly fields: number
  readonly sought: number
}

/** Nothing is made for a document that is not among the best: most are not. */
function offer(segment: Segment, doc: number, offered: Offered, collecting: Collecting): void {
  const { base, fields, sought } = offered
  const { candidates, rest, floor, mode, raising } = collecting
  const worst = floor === null ? candidates.worst() : rest.worst()
  if (fields === 0 && doc !== sought && mostWithoutFields(base) < worst) return
  if (mode !== null && segment.packed.modes[doc] !== mode) return
  const traits = traitsOf(segment, doc, { fields, sought }, raising)
  const found = { segment, doc, score: scoreOf(base, traits), traits, base }
  if (floor !== null && ranksAfter(found, floor)) rest.keep(found)
  else candidates.keep(found)
}

/** Where the first so many documents end; null where there are no more than those. */
function placeAt(found: readonly Match[], count: number): RankPosition | null {
  const last = found[count - 1]
  return last === undefined ? null : { score: last.score, entryId: entryIdOf(last) }
}

async function feedbackFrom(
  { segments, weighed, sources }: Ranking,
  candidates: readonly RankedCandidate[],
): Promise<FeedbackWord[]> {
  const best = candidates.slice(0, FEEDBACK_TEXTS)
  if (best.length < 2) return []
  const texts = await sources.readTexts(best.map(entryIdOf))
  const fed = best.flatMap((found) => {
    const text = texts.get(entryIdOf(found))
    return text === undefined ? [] : [{ ...text, score: found.base }]
  })
  return feedbackOf(segments, weighed, fed)
}

async function addCloseness(
  { weighed, sources }: Ranking,
  raised: readonly RankedCandidate[],
  floor: RankPosition | null,
): Promise<RankedCandidate[]> {
  const { question, words, measures } = weighed
  const end = floor === null ? null : numberedPlace(floor)
  const isClose = (found: RankedCandidate) => end === null || !ranksAfter(found, end)
  const near = raised.filter(isClose).slice(0, CLOSENESS_TEXTS * GROWTH)
  if (question.words.length < 2) return [...raised]
  const texts = await sources.readTexts(near.map(entryIdOf))
  const terms = question.words.map(({ term }, place) => ({
    term,
    worth: words[place]?.[0]?.worth ?? 0,
    isBeginning: measures.beginnings.includes(place),
  }))
  const byLanguages = new Map<number, (text: string) => number>()
  return raised.map((found) => {
    const text = texts.get(entryIdOf(found))?.text
    if (text === undefined) return found
    const languages = languagesAt(found)
    const closeness = byLanguages.get(languages) ?? closenessOf(terms, languages)
    byLanguages.set(languages, closeness)
    return raisedBy(found, CLOSENESS_SHARE * closeness(text))
  })
}

function missingIn({ segments, weighed, params }: Ranking, found: Match): string[] {
  if (params.exact !== null && entryIdOf(found) === params.exact) return []
  const held = heldWords(weighed, segments, found)
  return weighed.question.words.flatMap(({ term }, place) => (held[place] ? [] : [term.written]))
}
