import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A query and the files that answer it. */
export interface LabelledQuery {
  kind: string
  query: string
  answers: string[]
}

export interface Relevance {
  count: number
  /** Shares of the queries whose first right answer is the first one, or among the first five. */
  success1: number
  success5: number
  /** Mean of 1 / the place of the first right answer, 0 where there is none. */
  mrr: number
}

export function labelledQueries(): LabelledQuery[] {
  const file = join(import.meta.dirname, 'queries.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { queries: LabelledQuery[] }).queries
}

/** Asks every query; `find` answers files, best first. */
export async function relevanceOf(
  queries: readonly LabelledQuery[],
  find: (query: LabelledQuery) => Promise<string[]>,
): Promise<Relevance> {
  const places: number[] = []
  for (const query of queries) {
    const place = (await find(query)).findIndex((file) => query.answers.includes(file))
    places.push(place < 0 ? Number.POSITIVE_INFINITY : place + 1)
  }
  const share = (within: number) => places.filter((place) => place <= within).length / places.length
  const mrr = places.reduce((sum, place) => sum + 1 / place, 0) / places.length
  return { count: queries.length, success1: share(1), success5: share(5), mrr }
}
