import type { Hit, Ranking } from '../../core/search/rank.ts'
import type { ListedRow } from '../listed-row.ts'
import { readListed } from './listed-rows.ts'
import type { Asked } from './messages.ts'
import type { Excerpts } from './plain-texts.ts'
import type { Rows } from './rows.ts'

interface Sources {
  readonly rows: Rows
  readonly excerptsOf: Excerpts
  rank(asked: Asked & { kind: 'rank' }): Promise<Ranking & { suggestions: string[] }>
}

interface Listed {
  readonly hit: Hit
  readonly row: ListedRow
}

export interface FoundPage {
  /** One more than the page holds where there are more; it has no excerpt. */
  readonly items: readonly (Listed & { readonly excerpt: string })[]
  readonly statistics: Ranking['statistics']
  readonly since: number
  readonly suggestions: string[]
}

/**
 * The next hits with what is shown of them, and one more to tell that there are more. What was retired, or hidden,
 * while the search ran is left out, and the page is filled up from behind.
 */
export async function findPage(sources: Sources, asked: Asked & { kind: 'search' }): Promise<FoundPage> {
  const { page, query, topics } = asked
  const { limit } = page
  const listed: Listed[] = []
  let next: Asked & { kind: 'rank' } = { ...asked, kind: 'rank', limit: limit + 1 }
  for (;;) {
    const { hits, statistics, since, suggestions } = await sources.rank(next)
    listed.push(...(await listedOf(sources.rows, hits, topics)))
    const last = hits.at(-1)
    if (last === undefined || hits.length < next.limit || listed.length > limit) {
      const excerpts = await sources.excerptsOf(query, hashesOf(listed.slice(0, limit)))
      const items = listed.map((found, place) => ({ ...found, excerpt: excerpts[place] ?? '' }))
      return { items, statistics, since, suggestions: items.length > 0 ? [] : suggestions }
    }
    next = { ...next, after: last, statistics, limit: limit + 1 - listed.length }
  }
}

async function listedOf(rows: Rows, hits: readonly Hit[], topics: readonly string[]): Promise<Listed[]> {
  const found = await readListed(rows, { entryIds: hits.map(({ entryId }) => entryId), topics })
  return hits.flatMap((hit) => {
    const row = found.get(hit.entryId)
    return row === undefined ? [] : [{ hit, row }]
  })
}

function hashesOf(listed: readonly Listed[]): string[] {
  return listed.map(({ row }) => row.content_hash)
}
