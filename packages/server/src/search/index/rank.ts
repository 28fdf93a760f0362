import { analyseQuery } from '../analyse/terms.ts'
import { type BestList, type Hit, hitOf, type Match, newBestList, type RankPosition } from './best.ts'
import { INDEXED_MODES, type IndexedMode } from './document.ts'
import { expandTerm, isEmpty } from './expand.ts'
import { matchAll, type Norms, normsOf, type Scratch, type WeighedTerm } from './match.ts'
import { rankedSince } from './ranked-since.ts'
import { documentOf, idNumbers, type Segment } from './segment.ts'
import { type Statistics, statisticsOf, worthOf } from './statistics.ts'
import { mostWithoutFields, namesOf, type Raising, scoreOf, traitsOf } from './traits.ts'

export interface RankingParams {
  query: string
  mode: IndexedMode | null
  /** The entry whose path, id or hash the query is. */
  exact: string | null
  /** Milliseconds. */
  now: number
  limit: number
  /** Where the page before ended. */
  after: RankPosition | null
  /** Those of the first page: with them the scores of an entry are the same on every page. */
  statistics: Statistics | null
}

export interface Ranking {
  hits: Hit[]
  statistics: Statistics
  /** Milliseconds: the earliest `now` that would have ranked alike. */
  since: number
}

/** The best documents of the segments in the order of their scores, equal ones in the order of their ids. */
export function rank(segments: readonly Segment[], asked: RankingParams, scratch: Scratch): Ranking {
  const { terms } = analyseQuery(asked.query)
  const expanded = terms.map((term) => segments.map((segment) => expandTerm(segment, term)))
  const statistics = asked.statistics ?? statisticsOf(segments, expanded)
  // The order of the terms is the same in every segment: sums of fractions depend on it.
  const ordered = expanded
    .map((expansions, place) => ({ expansions, place }))
    .sort((a, b) => (statistics.frequencies[a.place] ?? 0) - (statistics.frequencies[b.place] ?? 0))
    .map(({ expansions, place }) => ({ expansions, worth: worthOf(statistics, place) }))
  const looking: Looking = {
    raising: { names: namesOf(asked.query, terms), now: asked.now },
    norms: normsOf(statistics),
    exact: asked.exact === null ? null : idNumbers(asked.exact),
    mode: asked.mode === null ? null : INDEXED_MODES.indexOf(asked.mode),
    scratch,
    best: newBestList(asked.limit, asked.after),
  }
  for (const [place, segment] of segments.entries()) {
    const weighed = ordered.flatMap(({ expansions, worth }) => {
      const expansion = expansions[place]
      return expansion === undefined ? [] : [{ expansion, worth }]
    })
    lookThrough(segment, weighed, looking)
  }
  return { hits: looking.best.found.map(hitOf), statistics, since: rankedSince(segments, asked.now) }
}

interface Looking {
  readonly raising: Raising
  readonly norms: Norms
  readonly exact: readonly number[] | null
  readonly mode: number | null
  readonly scratch: Scratch
  readonly best: BestList<Match>
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

interface RankBounds {
  readonly base: number
  /** The fields in which every term stands. */
  readonly fields: number
  readonly sought: number
}

/** Nothing is made for a document that is not among the best: most are not. */
function offer(segment: Segment, doc: number, { base, fields, sought }: RankBounds, looking: Looking): void {
  const { best, mode, raising } = looking
  const worst = best.worst()
  if (fields === 0 && doc !== sought && mostWithoutFields(base) < worst) return
  if (mode !== null && segment.packed.modes[doc] !== mode) return
  const traits = traitsOf(segment, doc, { fields, sought }, raising)
  const score = scoreOf(base, traits)
  if (score >= worst) best.keep({ segment, doc, score, traits })
}
