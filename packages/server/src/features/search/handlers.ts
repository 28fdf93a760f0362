import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { indexView } from '../../catalog/entries.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { openPage } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import type { FoundPage } from '../../storage/search/messages.ts'
import { isSearchPlace, type SearchPlace } from './place.ts'
import { findNamed } from './store.ts'

type SearchView = AnswerOf<Operations['search']>

const NOTHING: FoundPage = {
  items: [],
  statistics: { documents: 0, lengths: [], frequencies: [] },
  suggestions: [],
}

/** Finds the heads of the topics that the caller may read; nothing else is ever looked at or counted. */
export const search: Handler<'search'> = async (app, call) => {
  const page = openPage(app, call, isSearchPlace)
  const now = page.after?.[2] ?? Date.parse(app.now())
  const found = await findPage(app, call, { after: page.after, page: page.limit, now })
  const { documents, lengths, frequencies } = found.statistics
  const { items, next_cursor } = page.close(
    found.items,
    ({ hit }): SearchPlace => [hit.score, hit.entryId, now, documents, lengths, frequencies],
  )
  return ok({
    query: call.query.q,
    excerpt_format: 'plain_text' as const,
    items: items.map(itemOf),
    next_cursor,
    suggestions: found.suggestions,
  })
}

async function findPage(
  app: App,
  call: CallOf<'search'>,
  asked: { after: SearchPlace | null; page: number; now: number },
): Promise<FoundPage> {
  const { q: query, mode = null, topic } = call.query
  const { after, page, now } = asked
  const topics = await readableTopicIds(app.storage.read, call.caller, topic)
  if (topics.length === 0) return NOTHING
  return app.search.ask<'search'>({
    kind: 'search',
    topics,
    query,
    mode,
    exact: await findNamed(app.storage.read, query),
    now,
    page,
    after: after === null ? null : { score: after[0], entryId: after[1] },
    statistics: after === null ? null : { documents: after[3], lengths: after[4], frequencies: after[5] },
    suggest: after === null,
  })
}

function itemOf({ hit, row, excerpt }: FoundPage['items'][number]): SearchView['items'][number] {
  return { ...indexView(row), excerpt, score: hit.score, ranking_adjustments: hit.adjustments }
}
