import { type Expansion, frequencyOf } from './expand.ts'
import { FIELDS, type Segment } from './segment.ts'

/** What scores are measured by: counted over the topics that the caller may read and over nothing else. */
export interface Statistics {
  readonly documents: number
  /** Words in all titles, paths, summaries and bodies. */
  readonly lengths: readonly number[]
  /** For each term of the query, in how many documents its words stand. */
  readonly frequencies: readonly number[]
}

/** A term that stands nearly everywhere still counts for something. */
const LEAST_WORTH = 0.1

/** Given are the terms of a query, each expanded in each segment. */
export function statisticsOf(
  segments: readonly Segment[],
  terms: readonly (readonly Expansion[])[],
): Statistics {
  const lengths = new Array<number>(FIELDS).fill(0)
  let documents = 0
  for (const segment of segments) {
    documents += segment.live
    for (const [field, sum] of segment.sums.entries()) lengths[field] = (lengths[field] ?? 0) + sum
  }
  return { documents, lengths, frequencies: terms.map((expansions) => frequencyOf(segments, expansions)) }
}

/** Inverse document frequency, as in BM25. */
export function worthOf({ documents, frequencies }: Statistics, term: number): number {
  const frequency = Math.min(frequencies[term] ?? 0, documents)
  return Math.max(LEAST_WORTH, Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)))
}
