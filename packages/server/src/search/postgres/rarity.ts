import type { QueryTerm } from '../analyse/terms.ts'
import { expandTerm } from '../index/expand.ts'
import { type Measures, measuresOf, type Question } from '../index/question.ts'
import type { Segment } from '../index/segment.ts'
import { type Statistics, statisticsOf } from '../index/statistics.ts'
import { countMatches } from './candidates.ts'
import { wantedBy } from './lexemes.ts'
import type { Looking } from './looking.ts'

/** A segment with every document that has any of the words; null where there are too many, and a sample tells. */
type Whole = readonly Segment[] | null

/** What scores of terms are measured by, each of which must match. */
export async function statisticsFor(
  looking: Looking,
  terms: readonly QueryTerm[],
  whole: Whole,
): Promise<Statistics> {
  const segments = whole ?? looking.sampled
  const expanded = terms.map((term) => segments.map((segment) => expandTerm(segment, term)))
  const { frequencies } = statisticsOf(segments, expanded)
  return ofScope(looking, whole === null ? await scaled(looking, terms, frequencies) : frequencies)
}

/** What scores of a question are measured by, of which any word will do. */
export async function measuresFor(looking: Looking, question: Question, whole: Whole): Promise<Measures> {
  const terms = termsOf(question)
  const { statistics, beginnings } = measuresOf(whole ?? looking.sampled, question)
  const { frequencies } = statistics
  return {
    statistics: ofScope(looking, whole === null ? await scaled(looking, terms, frequencies) : frequencies),
    beginnings,
  }
}

export function termsOf({ words, compounds }: Question): QueryTerm[] {
  return [...words.map(({ term }) => term), ...compounds]
}

/** Documents and their lengths are those of all that the caller may read. */
function ofScope({ scope, documents }: Looking, frequencies: readonly number[]): Statistics {
  const lengths = [0, 1, 2, 3].map((field) =>
    scope.topics.reduce((sum, { lengths }) => sum + (lengths[field] ?? 0), 0),
  )
  return { documents, lengths, frequencies }
}

/** Terms that are in no document of the sample are counted, as many as that is worth. */
const COUNTED_TERMS = 16

async function scaled(
  { scope, sample, documents, languages }: Looking,
  terms: readonly QueryTerm[],
  inSample: readonly number[],
): Promise<number[]> {
  const frequencies: number[] = []
  let counted = 0
  for (const [place, term] of terms.entries()) {
    const times = inSample[place] ?? 0
    if (times > 0) frequencies.push(Math.round((times * documents) / sample.length))
    else if (counted >= COUNTED_TERMS) frequencies.push(1)
    else {
      frequencies.push(await countMatches(scope, wantedBy(term, languages)))
      counted += 1
    }
  }
  return frequencies
}
