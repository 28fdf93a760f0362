import type { QueryTerm } from '../analyse/terms.ts'
import type { Question } from '../index/question.ts'
import { rank } from '../index/rank.ts'
import { readCandidates, readDocument } from './candidates.ts'
import type { DocumentRow } from './document-rows.ts'
import { type WantedKeys, wantedBy } from './lexemes.ts'
import type { Looking } from './looking.ts'

export function isSampleWhole({ sample, documents }: Looking): boolean {
  return sample.length >= documents
}

/** Every document that has any of the words; null where there are too many. */
export async function findWhole(
  looking: Looking,
  terms: readonly QueryTerm[],
): Promise<readonly DocumentRow[] | null> {
  const { scope, sample, sampled, languages, documents, limit } = looking
  if (isSampleWhole(looking)) return sample
  if (terms.length === 0) return []
  const having = new Set(sampled.flatMap(({ packed }) => [...packed.docs])).size
  if ((having * documents) / sample.length > limit * 2) return null
  const wanted = { some: terms.map((term) => wantedBy(term, languages)) }
  const { found, isAll } = await readCandidates(scope, { wanted, mode: null, limit, share: 1 })
  return isAll ? found : null
}

/** The newest documents that every term matches. */
export async function findWithAll(
  looking: Looking,
  terms: readonly QueryTerm[],
): Promise<readonly DocumentRow[]> {
  const { scope, asked, sample, sampled, languages, limit, sources } = looking
  const plain = { exact: null, after: null, statistics: null, limit: sample.length }
  const matching = rank(sampled, { ...asked, ...plain }, sources.scratch).hits.length
  const wanted = { every: terms.map((term) => wantedBy(term, languages)) }
  const share = shareFor(looking, matching)
  return (await readCandidates(scope, { wanted, mode: asked.mode, limit, share })).found
}

/** What share of the newest documents has enough of those of which the sample has so many. */
function shareFor({ sample, documents, limit }: Looking, matching: number): number {
  return Math.min(1, (1.5 * limit * sample.length) / Math.max(1, matching * documents))
}

/** The words that are rarest are asked for together, then one by one. */
const PAIRED = 4
const ALONE = 8
/** Of the documents: those that are looked for in the newest first are about as common. */
const LIKELY = 0.01

/**
 * Documents that are likely to answer best: with all words, then with two of the rarest, then with the rarest ones alone.
 */
export async function findWithMost(
  looking: Looking,
  question: Question,
  frequencies: readonly number[],
): Promise<readonly DocumentRow[]> {
  const { scope, asked, languages, limit } = looking
  const { words, compounds } = question
  const rarest = words
    .map((word, place) => ({ word, frequency: frequencies[place] ?? 0 }))
    .sort((a, b) => a.frequency - b.frequency)
    .map(({ word: { term, within, isAlone } }): WantedKeys => {
      const standing = isAlone ? [] : within.flatMap((place) => compounds[place] ?? [])
      return { some: [term, ...standing].map((one) => wantedBy(one, languages)) }
    })
  const paired = rarest.slice(0, PAIRED)
  const pairs = paired.flatMap((one, place) =>
    paired.slice(place + 1).map((other) => ({ every: [one, other] })),
  )
  const steps: WantedKeys[] = [
    { every: rarest },
    ...(pairs.length > 1 ? [{ some: pairs }] : []),
    ...(rarest.length > 1 ? rarest.slice(0, ALONE) : []),
  ]
  const found = new Map<string, DocumentRow>()
  const share = shareFor(looking, looking.sample.length * LIKELY)
  for (const wanted of steps) {
    if (found.size >= limit) break
    const more = await readCandidates(scope, { wanted, mode: asked.mode, limit: Math.ceil(limit / 2), share })
    for (const row of more.found) found.set(row.entry_id, row)
  }
  return [...found.values()]
}

/** The same with the document that a query names by its path, id or hash. */
export async function withNamed(
  { scope, asked: { exact } }: Looking,
  rows: readonly DocumentRow[],
): Promise<readonly DocumentRow[]> {
  if (exact === null || rows.some(({ entry_id }) => entry_id === exact)) return rows
  return [...rows, ...(await readDocument(scope, exact))]
}
