import { analyseQuery, foldTitle, type QueryTerm } from '../terms.ts'
import { IN_PATH, IN_TITLE, MODES, type Mode, nameHash } from './document.ts'
import { expandTerm, isEmpty } from './expand.ts'
import { matchAll, type Norms, normsOf, type Scratch, type WeighedTerm } from './match.ts'
import { rankedSince } from './ranked-since.ts'
import { compareIds, documentOf, idNumbers, idText, type Segment } from './segment.ts'
import { type Statistics, statisticsOf, worthOf } from './statistics.ts'

export interface RankingAsked {
  query: string
  mode: Mode | null
  /** The entry whose path, id or hash the query is. */
  exact: string | null
  /** Milliseconds. */
  now: number
  limit: number
  /** Where the page before ended. */
  after: Place | null
  /** Those of the first page: with them the scores of an entry are the same on every page. */
  statistics: Statistics | null
}

export interface Place {
  score: number
  entryId: string
}

interface Adjustment {
  name: 'exact_match' | 'title_match' | 'path_match' | 'reviewed' | 'refresh_due'
  factor: number
}

export interface Hit extends Place {
  adjustments: Adjustment[]
}

export interface Ranking {
  hits: Hit[]
  statistics: Statistics
  /** Milliseconds: the earliest `now` that would have ranked alike. */
  since: number
}

/** An exact match comes first whatever the others are worth; all the other factors together are far less. */
const FACTORS: readonly Adjustment[] = [
  { name: 'exact_match', factor: 1000 },
  { name: 'title_match', factor: 1.5 },
  { name: 'path_match', factor: 3 },
  { name: 'reviewed', factor: 1.15 },
  { name: 'refresh_due', factor: 0.7 },
]
/** Which of those apply, a bit for each in their order. */
const EXACT = 1
const TITLE = 2
const PATH = 4
const BY_REVIEW = 8
const DUE = 16
const PRODUCTS = Float64Array.from({ length: 1 << FACTORS.length }, (_, traits) =>
  adjustmentsOf(traits).reduce((product, { factor }) => product * factor, 1),
)
/** What a document may be multiplied by in whose fields not every term stands. */
const BEST_WITHOUT_FIELDS = PRODUCTS[BY_REVIEW] ?? 1
const REVIEWED = MODES.indexOf('reviewed')
const DECIMALS = 1e6

/** The best documents of the segments in the order of their scores, equal ones in the order of their ids. */
export function rank(segments: readonly Segment[], asked: RankingAsked, scratch: Scratch): Ranking {
  const { terms } = analyseQuery(asked.query)
  const expanded = terms.map((term) => segments.map((segment) => expandTerm(segment, term)))
  const statistics = asked.statistics ?? statisticsOf(segments, expanded)
  // The order of the terms is the same in every segment: sums of fractions depend on it.
  const ordered = expanded
    .map((expansions, place) => ({ expansions, place }))
    .sort((a, b) => (statistics.frequencies[a.place] ?? 0) - (statistics.frequencies[b.place] ?? 0))
    .map(({ expansions, place }) => ({ expansions, worth: worthOf(statistics, place) }))
  const looking: Looking = {
    asked,
    norms: normsOf(statistics),
    names: namesOf(asked.query, terms),
    exact: asked.exact === null ? null : idNumbers(asked.exact),
    mode: asked.mode === null ? null : MODES.indexOf(asked.mode),
    after: asked.after === null ? null : { score: asked.after.score, id: idNumbers(asked.after.entryId) },
    scratch,
    best: [],
  }
  for (const [place, segment] of segments.entries()) {
    const weighed = ordered.flatMap(({ expansions, worth }) => {
      const expansion = expansions[place]
      return expansion === undefined ? [] : [{ expansion, worth }]
    })
    lookThrough(segment, weighed, looking)
  }
  return { hits: looking.best.map(hitOf), statistics, since: rankedSince(segments, asked.now) }
}

interface Looking {
  readonly asked: RankingAsked
  readonly norms: Norms
  readonly names: readonly (readonly [number, number])[]
  readonly exact: readonly number[] | null
  readonly mode: number | null
  readonly after: NumberedPlace | null
  readonly scratch: Scratch
  /** Best first, at most `asked.limit`. */
  readonly best: Found[]
}

interface NumberedPlace {
  readonly score: number
  readonly id: readonly number[]
}

interface Found {
  readonly segment: Segment
  readonly doc: number
  readonly score: number
  readonly traits: number
}

/** The folded query, and what is left of it without stop words. */
function namesOf(query: string, terms: readonly QueryTerm[]): (readonly [number, number])[] {
  const names = [foldTitle(query), terms.map(({ raw }) => raw).join(' ')].filter((name) => name !== '')
  return [...new Set(names)].map(nameHash)
}

function lookThrough(segment: Segment, terms: readonly WeighedTerm[], looking: Looking): void {
  const { exact, norms, scratch } = looking
  const sought = exact === null ? -1 : documentOf(segment.packed, exact)
  let wasFound = false
  if (terms.length > 0 && !terms.some(({ expansion }) => isEmpty(expansion)))
    matchAll(segment, { terms, norms, scratch }, ({ docs, score, fields }) => {
      wasFound = sought >= 0 && docs.includes(sought)
      for (const doc of docs)
        offer(segment, doc, { base: score[doc] ?? 0, fields: fields[doc] ?? 0, sought }, looking)
    })
  if (sought >= 0 && !wasFound && segment.alive[sought] === 1)
    offer(segment, sought, { base: 1, fields: 0, sought }, looking)
}

interface Offered {
  readonly base: number
  /** The fields in which every term stands. */
  readonly fields: number
  readonly sought: number
}

/** Nothing is made for a document that is not among the best: most are not. */
function offer(segment: Segment, doc: number, { base, fields, sought }: Offered, looking: Looking): void {
  const { packed } = segment
  const { asked, best, mode, names } = looking
  const worst = best.length === asked.limit ? (best[best.length - 1]?.score ?? 0) : 0
  if (fields === 0 && doc !== sought && base * BEST_WITHOUT_FIELDS + 1 / DECIMALS < worst) return
  if (mode !== null && packed.modes[doc] !== mode) return
  let traits = 0
  // A title that is the query has every term in it.
  const isInTitle = (fields & IN_TITLE) !== 0
  if (doc === sought || (isInTitle && hasName(packed.names, doc * 4, names, 1))) traits |= EXACT
  if (isInTitle) traits |= TITLE
  if ((fields & IN_PATH) !== 0 && hasName(packed.names, doc * 4 + 2, names, names.length)) traits |= PATH
  if (packed.modes[doc] === REVIEWED) traits |= BY_REVIEW
  if ((packed.refresh[doc] ?? Number.POSITIVE_INFINITY) < asked.now) traits |= DUE
  const score = Math.round(base * (PRODUCTS[traits] ?? 1) * DECIMALS) / DECIMALS
  if (score < worst) return
  keepBest({ segment, doc, score, traits }, looking)
}

/** Whether the name at a place is one of the first `count` that are looked for. */
function hasName(found: Uint32Array, at: number, wanted: Looking['names'], count: number): boolean {
  for (let i = 0; i < count; i += 1) {
    const name = wanted[i]
    if (name !== undefined && found[at] === name[0] && found[at + 1] === name[1]) return true
  }
  return false
}

function adjustmentsOf(traits: number): Adjustment[] {
  return FACTORS.filter((_, place) => (traits & (1 << place)) !== 0)
}

function hitOf({ segment, doc, score, traits }: Found): Hit {
  return { entryId: idText(segment.packed.ids, doc * 4), score, adjustments: adjustmentsOf(traits) }
}

function keepBest(found: Found, { asked, best, after }: Looking): void {
  if (after !== null && !comesAfter(found, after)) return
  let place = best.length
  while (place > 0 && comesBefore(found, best[place - 1])) place -= 1
  if (place >= asked.limit) return
  best.splice(place, 0, found)
  if (best.length > asked.limit) best.pop()
}

function comesBefore(a: Found, b: Found | undefined): boolean {
  if (b === undefined || a.score !== b.score) return b === undefined || a.score > b.score
  return compareIds(a.segment.packed.ids, a.doc * 4, b.segment.packed.ids, b.doc * 4) < 0
}

function comesAfter({ segment, doc, score }: Found, after: NumberedPlace): boolean {
  if (score !== after.score) return score < after.score
  return compareIds(segment.packed.ids, doc * 4, after.id, 0) > 0
}
