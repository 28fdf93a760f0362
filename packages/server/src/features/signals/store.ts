import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'
import type { Db, Tx } from '../../storage/storage.ts'

export const addReport = insertRow('signal_reports', {
  identity_id: true,
  entry_id: true,
  day: true,
  target_hash: true,
  report_id: true,
  topic_id: true,
  value: true,
  comment: true,
  received_at: true,
  updated_at: true,
  last_event_id: true,
})

const change = preparedQuery<{
  id: string
  value: SignalReportRow['value']
  comment: string | null
  at: string
  event: string
}>()((db, p) =>
  db
    .updateTable('signal_reports')
    .set({ value: p('value'), comment: p('comment'), updated_at: p('at'), last_event_id: p('event') })
    .where('report_id', '=', p('id')),
)

export async function changeReport(tx: Tx, report: SignalReportRow): Promise<void> {
  await change.run(tx, {
    id: report.report_id,
    value: report.value,
    comment: report.comment,
    at: report.updated_at,
    event: report.last_event_id,
  })
}

export const addEvent = insertRow('signal_events', {
  occurred_at: true,
  event_id: true,
  report_id: true,
  topic_id: true,
  event: true,
  value: true,
  previous_value: true,
  meaning: true,
  comment: true,
})

interface SignalEventParams {
  topics: readonly string[]
  /** No topic is left out, so that the order of the events alone decides. */
  isEverything: boolean
  from: readonly string[]
  limit: number
}

export async function listEvents(db: Db, { topics, isEverything, from, limit }: SignalEventParams) {
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
