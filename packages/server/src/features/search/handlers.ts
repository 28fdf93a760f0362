import type { App } from '../../app.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { openPage, type RowPage } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import type { WrittenAnswer } from '../../core/written-answer.ts'
import { type Continuation, continueAt, IS_PLACE, type SearchPlace } from '../../search/index/place.ts'
import { findNamed } from './store.ts'

type Match = NonNullable<CallOf<'search'>['query']['match']>

const DEFAULT_MATCH: Match = 'all'

/** What only one way of matching asks of the search thread. */
const WAYS: Readonly<
  Record<Match, (continued: Continuation) => { suggest: boolean; most?: { pins: Continuation['pins'] } }>
> = {
  all: ({ after }) => ({ suggest: after === null }),
  most: ({ pins }) => ({ suggest: false, most: { pins } }),
}

/** Finds the heads of the topics that the caller may read; nothing else is ever looked at or counted. */
export const search: Handler<'search'> = async (app, call) => {
  const { q, match = DEFAULT_MATCH, topic } = call.query
  const page = openResultPage(app, call, match)
  const topics = await readableTopicIds(app.storage.read, call.caller, topic)
  if (topics.length > 0) return ok(await writtenPage(app, call, { match, page, topics }))
  return ok({
    query: q,
    match,
    excerpt_format: 'plain_text' as const,
    items: [],
    next_cursor: null,
    suggestions: [],
  })
}

/** The default way of matching, named or not, is one list: its cursors are the same. */
function openResultPage(app: App, call: CallOf<'search'>, match: Match): RowPage<SearchPlace> {
  const { match: _, ...query } = call.query
  return openPage<SearchPlace>(app, match === DEFAULT_MATCH ? { ...call, query } : call, IS_PLACE[match])
}

interface Opened {
  match: Match
  page: RowPage<SearchPlace>
  topics: string[]
}

/** The page comes from the search thread as it is sent. */
async function writtenPage(
  app: App,
  call: CallOf<'search'>,
  { match, page, topics }: Opened,
): Promise<WrittenAnswer> {
  const { q: query, mode = null } = call.query
  const { after, binding, limit } = page
  const continued = continueAt(after, Date.parse(app.ambient.now()))
  return app.search.ask<'search'>({
    kind: 'search',
    topics,
    query,
    mode,
    exact: await findNamed(app.storage.read, query),
    now: continued.now,
    page: { binding, limit },
    after: continued.after,
    statistics: continued.statistics,
    ...WAYS[match](continued),
  })
}
