import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { indexView } from '../../catalog/entries.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { openPage } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import type { Hit } from '../../core/search/rank.ts'
import type { EntryRow } from '../../storage/tables.ts'
import { isSearchPlace, type SearchPlace } from './place.ts'
import { findListed, findNamed } from './store.ts'

type SearchView = AnswerOf<Operations['search']>

/** Finds the heads of the topics that the caller may read; nothing else is ever looked at or counted. */
export const search: Handler<'search'> = async (app, call) => {
  const page = openPage(app, call, isSearchPlace)
  const found = await findHits(app, call, { after: page.after, limit: page.limit + 1 })
  const { items, next_cursor } = page.close(found.hits, ({ hit }) => found.placeAfter(hit))
  const excerpts = items.length === 0 ? [] : await excerptsOf(app, call.query.q, items)
  return ok({
    query: call.query.q,
    excerpt_format: 'plain_text' as const,
    items: items.map(({ hit, row }, i) => itemOf(hit, row, excerpts[i] ?? '')),
    next_cursor,
    suggestions: found.suggestions,
  })
}

interface Listed {
  hit: Hit
  row: EntryRow
}

interface Found {
  hits: Listed[]
  suggestions: string[]
  placeAfter(hit: Hit): SearchPlace
}

/**
 * The next hits that are still listed when they are shown. What was retired, or hidden, while the search ran is
 * left out, and the page is filled up from behind.
 */
async function findHits(
  app: App,
  call: CallOf<'search'>,
  asked: { after: SearchPlace | null; limit: number },
): Promise<Found> {
  const { read } = app.storage
  const { q: query, mode = null, topic } = call.query
  const { limit } = asked
  let after = asked.after
  const now = after?.[2] ?? Date.parse(app.now())
  let placeAfter: Found['placeAfter'] = ({ score, entryId }) => [score, entryId, now, 0, [], []]
  let suggestions: string[] = []
  const hits: Listed[] = []
  const topics = await readableTopicIds(read, call.caller, topic)
  const exact = await findNamed(read, query)
  for (let isMore = topics.length > 0; isMore; ) {
    const ranking = await app.search.ask<'rank'>({
      kind: 'rank',
      topics,
      query,
      mode,
      exact,
      now,
      limit: limit - hits.length,
      after: after === null ? null : { score: after[0], entryId: after[1] },
      statistics: after === null ? null : { documents: after[3], lengths: after[4], frequencies: after[5] },
      suggest: asked.after === null,
    })
    const { documents, lengths, frequencies } = ranking.statistics
    placeAfter = ({ score, entryId }) => [score, entryId, now, documents, lengths, frequencies]
    suggestions = ranking.suggestions
    const rows = await findListed(read, { entryIds: ranking.hits.map(({ entryId }) => entryId), topics })
    isMore = hits.length + ranking.hits.length >= limit
    for (const hit of ranking.hits) {
      const row = rows.get(hit.entryId)
      if (row !== undefined) hits.push({ hit, row })
      after = placeAfter(hit)
    }
    isMore &&= hits.length < limit
  }
  return { hits, suggestions: hits.length > 0 ? [] : suggestions, placeAfter }
}

function excerptsOf(app: App, query: string, items: readonly Listed[]): Promise<string[]> {
  return app.search.ask<'excerpts'>({
    kind: 'excerpts',
    query,
    hashes: items.map(({ row }) => row.content_hash),
  })
}

function itemOf(hit: Hit, row: EntryRow, excerpt: string): SearchView['items'][number] {
  return { ...indexView(row), excerpt, score: hit.score, ranking_adjustments: hit.adjustments }
}
