import { foldTitle, type QueryTerm } from '../analyse/terms.ts'
import { IN_PATH, IN_TITLE, INDEXED_MODES, nameHash } from './document.ts'
import type { Segment } from './segment.ts'

export interface Adjustment {
  name: 'exact_match' | 'title_match' | 'path_match' | 'reviewed' | 'refresh_due'
  factor: number
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
const REVIEWED = INDEXED_MODES.indexOf('reviewed')
const DECIMALS = 1e6

/** What raises or lowers a document beside its words. */
export interface Raising {
  /** The query as a title and as a name: 64 bits of each. */
  readonly names: readonly (readonly [number, number])[]
  /** Milliseconds. */
  readonly now: number
}

/** The folded query, and what is left of it without stop words. */
export function namesOf(query: string, terms: readonly QueryTerm[]): Raising['names'] {
  const names = [foldTitle(query), terms.map(({ raw }) => raw).join(' ')].filter((name) => name !== '')
  return [...new Set(names)].map(nameHash)
}

/** `fields` are those in which every term stands; `sought` is the document that the query names, or -1. */
export function traitsOf(
  { packed }: Segment,
  doc: number,
  { fields, sought }: { fields: number; sought: number },
  { names, now }: Raising,
): number {
  let traits = 0
  // A title that is the query has every term in it.
  const isInTitle = (fields & IN_TITLE) !== 0
  if (doc === sought || (isInTitle && hasName(packed.names, doc * 4, names, 1))) traits |= EXACT
  if (isInTitle) traits |= TITLE
  if ((fields & IN_PATH) !== 0 && hasName(packed.names, doc * 4 + 2, names, names.length)) traits |= PATH
  if (packed.modes[doc] === REVIEWED) traits |= BY_REVIEW
  if ((packed.refresh[doc] ?? Number.POSITIVE_INFINITY) < now) traits |= DUE
  return traits
}

/** Whether the name at a place is one of the first `count` that are looked for. */
function hasName(found: Uint32Array, at: number, wanted: Raising['names'], count: number): boolean {
  for (let i = 0; i < count; i += 1) {
    const name = wanted[i]
    if (name !== undefined && found[at] === name[0] && found[at + 1] === name[1]) return true
  }
  return false
}

export function adjustmentsOf(traits: number): Adjustment[] {
  return FACTORS.filter((_, place) => (traits & (1 << place)) !== 0)
}

/** Base relevance times the factors. */
export function scoreOf(base: number, traits: number): number {
  return Math.round(base * (PRODUCTS[traits] ?? 1) * DECIMALS) / DECIMALS
}

/** More than a document can score in whose fields not every term stands. */
export function mostWithoutFields(base: number): number {
  return base * BEST_WITHOUT_FIELDS + 1 / DECIMALS
}

/** The least that a document is multiplied by: less where one is due. */
export function leastFactor(isAnyDue: boolean): number {
  return isAnyDue ? (PRODUCTS[DUE] ?? 1) : 1
}
