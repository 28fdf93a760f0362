import { analyseQuery, foldTitle, type QueryTerm } from '../terms.ts'
import { IN_PATH, IN_TITLE, MODES, type Mode, nameHash } from './document.ts'
import { expandTerm, isEmpty } from './expand.ts'
import { type Matched, matchAll, type Norms, normsOf, type Scratch } from './match.ts'
import { documentOf, idNumbers, idText, type Segment } from './segment.ts'
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

export interface Adjustment {
  name: 'exact_match' | 'title_match' | 'path_match' | 'reviewed' | 'refresh_due'
  factor: number
}

export interface Hit extends Place {
  adjustments: Adjustment[]
}

export interface Ranking {
  hits: Hit[]
  statistics: Statistics
}

/** An exact match comes first whatever the others are worth; all the other factors together are far less. */
const FACTORS: Record<Adjustment['name'], number> = {
  exact_match: 1000,
  title_match: 1.5,
  path_match: 3,
  reviewed: 1.15,
  refresh_due: 0.7,
}
const REVIEWED = MODES.indexOf('reviewed')
const DECIMALS = 1e6

/** The best documents of the segments in the order of their scores, equal ones in the order of their ids. */
export function rank(segments: readonly Segment[], asked: RankingAsked, scratch: Scratch): Ranking {
  const { terms } = analyseQuery(asked.query)
  const statistics = asked.statistics ?? statisticsOf(segments, terms)
  // The order of the terms is the same in every segment: sums of fractions depend on it.
  const ordered = terms
    .map((term, place) => ({ term, place }))
    .sort((a, b) => (statistics.frequencies[a.place] ?? 0) - (statistics.frequencies[b.place] ?? 0))
    .map(({ term, place }) => ({ term, worth: worthOf(statistics, place) }))
  const looking: Looking = {
    asked,
    ordered,
    norms: normsOf(statistics),
    names: namesOf(asked.query, terms),
    exact: asked.exact === null ? null : idNumbers(asked.exact),
    mode: asked.mode === null ? null : MODES.indexOf(asked.mode),
    scratch,
    best: [],
  }
  for (const segment of segments) lookThrough(segment, looking)
  return { hits: looking.best.map((found) => hitOf(found, asked.now)), statistics }
}

interface Looking {
  readonly asked: RankingAsked
  readonly ordered: readonly { term: QueryTerm; worth: number }[]
  readonly norms: Norms
  readonly names: readonly (readonly [number, number])[]
  readonly exact: readonly number[] | null
  readonly mode: number | null
  readonly scratch: Scratch
  /** Best first, at most `asked.limit`. */
  readonly best: Found[]
}

interface Found {
  readonly segment: Segment
  readonly doc: number
  readonly score: number
  readonly traits: Traits
}

interface Traits {
  isExact: boolean
  inTitle: boolean
  isName: boolean
}

/** The folded query, and what is left of it without stop words. */
function namesOf(query: string, terms: readonly QueryTerm[]): (readonly [number, number])[] {
  const names = [foldTitle(query), terms.map(({ raw }) => raw).join(' ')].filter((name) => name !== '')
  return [...new Set(names)].map(nameHash)
}

function lookThrough(segment: Segment, looking: Looking): void {
  const { exact, ordered, norms, scratch } = looking
  const sought = exact === null ? -1 : documentOf(segment.packed, exact)
  let wasFound = false
  const terms = ordered.map(({ term, worth }) => ({ expansion: expandTerm(segment, term), worth }))
  if (terms.length > 0 && !terms.some(({ expansion }) => isEmpty(expansion)))
    matchAll(segment, { terms, norms, scratch }, (matched) => {
      wasFound = sought >= 0 && matched.docs.includes(sought)
      for (const doc of matched.docs) offer(segment, doc, { matched, sought }, looking)
    })
  if (sought >= 0 && !wasFound && segment.alive[sought] === 1)
    offer(segment, sought, { matched: null, sought }, looking)
}

function offer(
  segment: Segment,
  doc: number,
  { matched, sought }: { matched: Matched | null; sought: number },
  looking: Looking,
): void {
  const { packed } = segment
  if (looking.mode !== null && packed.modes[doc] !== looking.mode) return
  const fields = matched?.fields[doc] ?? 0
  const traits = {
    isExact: doc === sought || hasName(packed.names, doc * 4, looking.names.slice(0, 1)),
    inTitle: (fields & IN_TITLE) !== 0,
    isName: (fields & IN_PATH) !== 0 && hasName(packed.names, doc * 4 + 2, looking.names),
  }
  const base = matched?.score[doc] ?? 1
  const score = roundScore(base * product({ segment, doc, traits }, looking.asked.now))
  keepBest({ segment, doc, score, traits }, looking)
}

function hasName(names: Uint32Array, at: number, wanted: readonly (readonly [number, number])[]): boolean {
  return wanted.some(([high, low]) => names[at] === high && names[at + 1] === low)
}

function roundScore(score: number): number {
  return Math.round(score * DECIMALS) / DECIMALS
}

/** The product of the factors. The hot loop needs no list of them. */
function product(found: Pick<Found, 'segment' | 'doc' | 'traits'>, now: number): number {
  const { packed } = found.segment
  let factor = 1
  if (found.traits.isExact) factor *= FACTORS.exact_match
  if (found.traits.inTitle) factor *= FACTORS.title_match
  if (found.traits.isName) factor *= FACTORS.path_match
  if (packed.modes[found.doc] === REVIEWED) factor *= FACTORS.reviewed
  if ((packed.refresh[found.doc] ?? Number.POSITIVE_INFINITY) < now) factor *= FACTORS.refresh_due
  return factor
}

function hitOf(found: Found, now: number): Hit {
  const { packed } = found.segment
  const adjustments: Adjustment[] = []
  const add = (name: Adjustment['name'], applies: boolean) =>
    applies && adjustments.push({ name, factor: FACTORS[name] })
  add('exact_match', found.traits.isExact)
  add('title_match', found.traits.inTitle)
  add('path_match', found.traits.isName)
  add('reviewed', packed.modes[found.doc] === REVIEWED)
  add('refresh_due', (packed.refresh[found.doc] ?? Number.POSITIVE_INFINITY) < now)
  return { entryId: idText(packed.ids, found.doc * 4), score: found.score, adjustments }
}

function keepBest(found: Found, { asked, best }: Looking): void {
  const { limit, after } = asked
  const worst = best.length < limit ? null : best.at(-1)
  if (worst && found.score < worst.score) return
  if (after !== null && !comesAfter(found, after)) return
  let place = best.length
  while (place > 0 && comesBefore(found, best[place - 1])) place -= 1
  if (place >= limit) return
  best.splice(place, 0, found)
  if (best.length > limit) best.pop()
}

function comesBefore(a: Found, b: Found | undefined): boolean {
  if (b === undefined || a.score !== b.score) return b === undefined || a.score > b.score
  return idText(a.segment.packed.ids, a.doc * 4) < idText(b.segment.packed.ids, b.doc * 4)
}

function comesAfter(found: Found, { score, entryId }: Place): boolean {
  if (found.score !== score) return found.score < score
  return idText(found.segment.packed.ids, found.doc * 4) > entryId
}
