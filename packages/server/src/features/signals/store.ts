import type { Act } from '../../command/act.ts'
import { BUCKET_LEVELS, bucketsOf } from '../../core/time-buckets.ts'
import { addDays, utcDay } from '../../core/utc-day.ts'
import { insertion } from '../../storage/insertion.ts'
import { compiled } from '../../storage/portable.ts'
import type { Tx } from '../../storage/storage.ts'
import type { SignalReportRow } from '../../storage/tables.ts'
import type { Delta } from './rules.ts'

/** Older reports of an identity are in no window, so that they need not be looked at. */
const COUNTED_DAYS = 31

const own = compiled<{ identity: string; entry: string; from: string }>()((db, p) =>
  db
    .selectFrom('signal_reports')
    .selectAll()
    .where('identity_id', '=', p('identity'))
    .where('entry_id', '=', p('entry'))
    .where('day', '>=', p('from')),
)

/** What the caller has reported of the entry as far back as windows reach. */
export function listOwnReports(act: Act, entryId: string): Promise<SignalReportRow[]> {
  const from = utcDay(addDays(act.now, -COUNTED_DAYS))
  return own.all(act.tx, { identity: act.caller.identityId, entry: entryId, from })
}

export const addReport = insertion('signal_reports', {
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

const change = compiled<{
  id: string
  value: string | null
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

export const addEvent = insertion('signal_events', {
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

const COLUMNS = ['scope', 'level', 'bucket', 'up', 'down', 'participants'] as const

type Slots = Readonly<Record<string, string | number>>

/** A compiled statement that counts so many deltas at once, each in a bucket of every level. */
function counting(deltas: number) {
  const rows = Array.from({ length: deltas * BUCKET_LEVELS.length }, (_row, place) => place)
  return compiled<Slots>()((db, p) =>
    db
      .insertInto('signal_buckets')
      // The slots of one column have the type of that column, which their names cannot say.
      .values(
        rows.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, p(`${name}${row}`)])) as never),
      )
      .onConflict((conflict) =>
        conflict.columns(['scope', 'level', 'bucket']).doUpdateSet((eb) => ({
          up: eb('signal_buckets.up', '+', eb.ref('excluded.up')),
          down: eb('signal_buckets.down', '+', eb.ref('excluded.down')),
          participants: eb('signal_buckets.participants', '+', eb.ref('excluded.participants')),
        })),
      ),
  )
}

const countOne = counting(1)
const countTwo = counting(2)

/** Adds to the counts: two scopes together, for a statement must not name a bucket twice. */
export async function applyDeltas(tx: Tx, deltas: readonly Delta[]): Promise<void> {
  const waiting = deltas.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  for (let delta = waiting.shift(); delta !== undefined; delta = waiting.shift()) {
    const partner = waiting[0]?.scope === delta.scope ? undefined : waiting.shift()
    if (partner === undefined) await countOne.run(tx, slotsOf([delta]))
    else await countTwo.run(tx, slotsOf([delta, partner]))
  }
}

function slotsOf(deltas: readonly Delta[]): Slots {
  const slots: Record<string, string | number> = {}
  let row = 0
  for (const { scope, at, up, down, participants } of deltas)
    for (const { level, bucket } of bucketsOf(Date.parse(at))) {
      const values = { scope, level, bucket, up, down, participants }
      for (const name of COLUMNS) slots[`${name}${row}`] = values[name]
      row += 1
    }
  return slots
}
