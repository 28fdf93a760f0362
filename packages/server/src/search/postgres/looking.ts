import type { QueryTerm } from '../analyse/terms.ts'
import { buildSegment } from '../index/build-segment.ts'
import type { MostSources } from '../index/rank-most.ts'
import { openSegment, type Segment } from '../index/segment.ts'
import type { ThreadRequest } from '../indexer/messages.ts'
import type { SearchScope } from './candidates.ts'
import { type DocumentRow, documentOfRow } from './document-rows.ts'
import { marksOf } from './document-words.ts'

export type RankRequest = ThreadRequest & { kind: 'rank' }

/** A question, and what is known before it is looked for. */
export interface Looking {
  readonly scope: SearchScope
  readonly asked: RankRequest
  readonly sources: MostSources
  readonly languages: number
  /** Of all documents in the scope. */
  readonly documents: number
  readonly sample: readonly DocumentRow[]
  /** Its words that the question asks for. */
  readonly sampled: readonly Segment[]
  /** Documents that are ranked at most. */
  readonly limit: number
}

/** Documents as a segment: with the words that some terms mean, or with all words. */
export function segmentsOf(
  { languages }: Pick<Looking, 'languages'>,
  rows: readonly DocumentRow[],
  terms: readonly QueryTerm[] | null,
): Segment[] {
  const marks = terms === null ? null : marksOf(terms, languages)
  return [
    openSegment(
      buildSegment(
        rows.map((row) => documentOfRow(row, marks)),
        [],
      ),
    ),
  ]
}
