import { type AnswerOf, type Operations, SIGNAL_LIMITS } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { grantedTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import { problem } from '../../core/problem.ts'
import { addHours } from '../../core/utc-day.ts'
import type { Db } from '../../storage/storage.ts'

type Item = AnswerOf<Operations['listSignals']>['items'][number]

/** For curators, of their topics: who reported is a pseudonym, and no identity is anywhere in it. */
export const listSignals: Handler<'listSignals'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const since = sinceOf(call.query.since, app.now())
  const rows = await listEvents(app.storage.read, {
    topics: await grantedTopicIds(app.storage.read, call.caller, call.query.topic),
    isEverything: call.caller.topicGrants === null && call.query.topic === undefined,
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

interface Asked {
  topics: readonly string[]
  /** No topic is left out, so that the order of the events alone decides. */
  isEverything: boolean
  from: readonly string[]
  limit: number
}

async function listEvents(db: Db, { topics, isEverything, from, limit }: Asked) {
  if (topics.length === 0) return []
  const [at = '', id = ''] = from
  let query = db
    .selectFrom('signal_events')
    .innerJoin('signal_reports', 'signal_reports.report_id', 'signal_events.report_id')
    .innerJoin('identities', 'identities.identity_id', 'signal_reports.identity_id')
    .innerJoin('revisions', 'revisions.content_hash', 'signal_reports.target_hash')
    .selectAll('signal_events')
    .select(['signal_reports.target_hash', 'signal_reports.entry_id', 'signal_reports.received_at'])
    .select(['identities.participant_id', 'revisions.path', 'revisions.title'])
    .where((eb) =>
      eb(eb.refTuple('signal_events.occurred_at', 'signal_events.event_id'), '>', eb.tuple(at, id)),
    )
  if (!isEverything) query = query.where('signal_events.topic_id', 'in', topics)
  return query.orderBy('signal_events.occurred_at').orderBy('signal_events.event_id').limit(limit).execute()
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
