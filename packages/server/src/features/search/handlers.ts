import type { App } from '../../app.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { openPage, type Page } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import { isSearchPlace, type SearchPlace } from '../../core/search/place.ts'
import type { WrittenAnswer } from '../../core/written-answer.ts'
import { findNamed } from './store.ts'

/** Finds the heads of the topics that the caller may read; nothing else is ever looked at or counted. */
export const search: Handler<'search'> = async (app, call) => {
  const page = openPage(app, call, isSearchPlace)
  const topics = await readableTopicIds(app.storage.read, call.caller, call.query.topic)
  if (topics.length > 0) return ok(await writtenPage(app, call, { page, topics }))
  return ok({
    query: call.query.q,
    excerpt_format: 'plain_text' as const,
    items: [],
    next_cursor: null,
    suggestions: [],
  })
}

/** The page comes from the search thread as it is sent. */
async function writtenPage(
  app: App,
  call: CallOf<'search'>,
  { page, topics }: { page: Page<SearchPlace>; topics: string[] },
): Promise<WrittenAnswer> {
  const { q: query, mode = null } = call.query
  const { after, binding, limit } = page
  return app.search.ask<'search'>({
    kind: 'search',
    topics,
    query,
    mode,
    exact: await findNamed(app.storage.read, query),
    now: after?.[2] ?? Date.parse(app.now()),
    page: { binding, limit },
    after: after === null ? null : { score: after[0], entryId: after[1] },
    statistics: after === null ? null : { documents: after[3], lengths: after[4], frequencies: after[5] },
    suggest: after === null,
  })
}
