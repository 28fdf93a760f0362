import { type AnswerOf, type Operations, SIGNAL_LIMITS } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { grantedTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import { problem } from '../../core/problem.ts'
import { addHours } from '../../core/utc-day.ts'
import { listEvents } from './store.ts'

type Item = AnswerOf<Operations['listSignals']>['items'][number]

/** For curators, of their topics: who reported is a pseudonym, and no identity is anywhere in it. */
export const listSignals: Handler<'listSignals'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const since = sinceOf(call.query.since, app.ambient.now())
  const rows = await listEvents(app.storage.read, {
    topics: await grantedTopicIds(app.storage.read, call.caller, call.query.topic),
    // A page goes on where the one before ended, although "24 hours ago" has moved since.
    from: page.after ?? [since, ''],
    limit: page.asked.limit,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.occurred_at, row.event_id])
  return ok({ items: items.map(itemOf), next_cursor })
}

function sinceOf(since: number | undefined, now: string): string {
  if (since === undefined) return addHours(now, -SIGNAL_LIMITS.feedDefaultHours)
  if (since * 1000 > Date.parse(now))
    throw problem('invalid_request', 'query since: must not be in the future', {
      errors: [{ location: 'query', pointer: 'since', message: 'must not be in the future' }],
    })
  return new Date(since * 1000).toISOString()
}

function itemOf(row: Awaited<ReturnType<typeof listEvents>>[number]): Item {
  return {
    event_id: row.event_id,
    report_id: row.report_id,
    event: row.event as Item['event'],
    target_hash: row.target_hash,
    entry_id: row.entry_id,
    topic_id: row.topic_id,
    path: row.path,
    title: row.title,
    value: row.value as Item['value'],
    previous_value: row.previous_value as Item['previous_value'],
    meaning: row.meaning,
    comment: row.comment,
    participant_id: row.participant_id,
    received_at: row.received_at,
    occurred_at: row.occurred_at,
  }
}
