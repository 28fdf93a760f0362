import type { NotNull } from 'kysely'
import { firstOfRanges, orderOf, rangesOf } from '../../storage/first-of-ranges.ts'
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
  from: readonly string[]
  limit: number
}

export async function listEvents(db: Db, { topics, from, limit }: SignalEventParams) {
  const [at = '', id = ''] = from
  const chosen = firstOfRanges(db, EVENTS, { at, id, limit, ranges: rangesOf(topics) })
  const rows = await db
    .selectFrom(chosen)
    .leftJoin('signal_reports', 'signal_reports.report_id', 'found.report_id')
    .leftJoin('identities', 'identities.identity_id', 'signal_reports.identity_id')
    .leftJoin('revisions', 'revisions.content_hash', 'signal_reports.target_hash')
    .selectAll('found')
    .select(['signal_reports.target_hash', 'signal_reports.entry_id', 'signal_reports.received_at'])
    .select(['identities.participant_id', 'revisions.path', 'revisions.title'])
    .$narrowType<{
      target_hash: NotNull
      entry_id: NotNull
      received_at: NotNull
      participant_id: NotNull
      path: NotNull
      title: NotNull
    }>()
    .execute()
  return rows.sort(orderOf(EVENTS))
}

const EVENTS = {
  table: 'signal_events',
  each: ['topic_id'],
  by: ['occurred_at', 'event_id'],
  from: 'oldest',
} as const
