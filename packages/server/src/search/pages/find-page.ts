import type { ListedRow } from '../../storage/listed-row.ts'
import type { MostHit } from '../index/rank-most.ts'
import type { Ranked, ThreadRequest } from '../indexer/messages.ts'
import type { Rows } from '../indexer/rows.ts'
import { readListed } from './listed-rows.ts'
import type { Excerpts } from './plain-texts.ts'

interface Sources {
  readonly rows: Rows
  readonly excerptsOf: Excerpts
  rank(asked: ThreadRequest & { kind: 'rank' }): Promise<Ranked>
}

interface ResultRow {
  readonly hit: MostHit
  readonly row: ListedRow
}

export interface ResultPage {
  /** One more than the page holds where there are more; it has no excerpt. */
  readonly items: readonly (ResultRow & { readonly excerpt: string })[]
  readonly statistics: Ranked['statistics']
  readonly pins: Ranked['pins']
  readonly since: number
  readonly suggestions: string[]
}

/**
 * The next hits with what is shown of them, and one more to tell that there are more. What was retired, or hidden,
 * while the search ran is left out, and the page is filled up from behind.
 */
export async function findPage(
  sources: Sources,
  asked: ThreadRequest & { kind: 'search' },
): Promise<ResultPage> {
  const { page, query, topics } = asked
  const { limit } = page
  const listed: ResultRow[] = []
  let next: ThreadRequest & { kind: 'rank' } = { ...asked, kind: 'rank', limit: limit + 1 }
  for (;;) {
    const { hits, statistics, pins, since, suggestions } = await sources.rank(next)
    listed.push(...(await listedOf(sources.rows, hits, topics)))
    const last = hits.at(-1)
    if (last === undefined || hits.length < next.limit || listed.length > limit) {
      const excerpts = await sources.excerptsOf(query, listed.slice(0, limit).map(excerpted))
      const items = listed.map((found, place) => ({ ...found, excerpt: excerpts[place] ?? '' }))
      return { items, statistics, pins, since, suggestions: items.length > 0 ? [] : suggestions }
    }
    next = { ...next, after: last, statistics, most: pins && { pins }, limit: limit + 1 - listed.length }
  }
}

async function listedOf(
  rows: Rows,
  hits: readonly MostHit[],
  topics: readonly string[],
): Promise<ResultRow[]> {
  const found = await readListed(rows, { entryIds: hits.map(({ entryId }) => entryId), topics })
  return hits.flatMap((hit) => {
    const row = found.get(hit.entryId)
    return row === undefined ? [] : [{ hit, row }]
  })
}

function excerpted({ hit, row }: ResultRow): { hash: string; languages: number } {
  return { hash: row.content_hash, languages: hit.languages }
}
