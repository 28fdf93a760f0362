import { PASSAGE_LIMITS } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { openPage } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import { isPassagePlace } from '../../search/passages/walk-place.ts'
import { findNamed } from './store.ts'

/** Finds passages of the heads of the topics that the caller may read, as search does. */
export const findPassages: Handler<'findPassages'> = async (app, call) => {
  const { q: query, topic, mode = null, budget = PASSAGE_LIMITS.defaultBudget } = call.query
  const { after, binding } = openPage(app, call, isPassagePlace)
  const topics = await readableTopicIds(app.storage.read, call.caller, topic)
  if (topics.length === 0) return ok({ items: [], used_tokens: 0, next_cursor: null })
  const exact = await findNamed(app.storage.read, query)
  const now = Date.parse(app.ambient.now())
  const asked = { topics, query, mode, exact, now, budget, place: after, binding }
  return ok(await app.search.ask<'passages'>({ kind: 'passages', ...asked }))
}
