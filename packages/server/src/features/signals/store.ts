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

/** The slots of a compiled statement: each name with the place of its row. */
type Slots = Readonly<Record<string, string | number>>

const MOMENT = ['at', 'scope', 'up', 'down', 'participants'] as const
const BUCKET = ['scope', 'level', 'bucket', 'up', 'down', 'participants'] as const

/** Compiled statements that count so many deltas at once, which must be of different scopes. */
function counting(deltas: number) {
  const rowsOf = (p: (name: string) => unknown, columns: readonly string[], rows: number) =>
    Array.from({ length: rows }, (_row, place) =>
      Object.fromEntries(columns.map((name) => [name, p(`${name}${place}`)])),
    )
  // The slots of one column have the type of that column, which their names cannot say: hence `never`.
  const moments = compiled<Slots>()((db, p) =>
    db
      .insertInto('signal_moments')
      .values(rowsOf(p, MOMENT, deltas) as never)
      .onConflict((conflict) =>
        conflict.columns(['at', 'scope']).doUpdateSet((eb) => ({
          up: eb('signal_moments.up', '+', eb.ref('excluded.up')),
          down: eb('signal_moments.down', '+', eb.ref('excluded.down')),
          participants: eb('signal_moments.participants', '+', eb.ref('excluded.participants')),
        })),
      ),
  )
  const buckets = compiled<Slots>()((db, p) =>
    db
      .insertInto('signal_buckets')
      .values(rowsOf(p, BUCKET, deltas * BUCKET_LEVELS) as never)
      .onConflict((conflict) =>
        conflict.columns(['scope', 'level', 'bucket']).doUpdateSet((eb) => ({
          up: eb('signal_buckets.up', '+', eb.ref('excluded.up')),
          down: eb('signal_buckets.down', '+', eb.ref('excluded.down')),
          participants: eb('signal_buckets.participants', '+', eb.ref('excluded.participants')),
        })),
      ),
  )
  return async (tx: Tx, counted: readonly Delta[]) => {
    const at = counted.map((delta) => ({ ...delta, at: Date.parse(delta.at) }))
    await moments.run(tx, slotsOf(MOMENT, at))
    await buckets.run(
      tx,
      slotsOf(
        BUCKET,
        at.flatMap((delta) => bucketsOf(delta.at).map((bucket) => ({ ...delta, ...bucket }))),
      ),
    )
  }
}

function slotsOf<N extends string>(
  columns: readonly N[],
  rows: readonly Record<N, string | number>[],
): Slots {
  const slots: Record<string, string | number> = {}
  for (const [place, row] of rows.entries()) for (const name of columns) slots[`${name}${place}`] = row[name]
  return slots
}

const countOne = counting(1)
const countTwo = counting(2)

/** Adds to the counts: two scopes together, for a statement must not name a row twice. */
export async function applyDeltas(tx: Tx, deltas: readonly Delta[]): Promise<void> {
  const waiting = deltas.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  for (let delta = waiting.shift(); delta !== undefined; delta = waiting.shift()) {
    const partner = waiting[0]?.scope === delta.scope ? undefined : waiting.shift()
    if (partner === undefined) await countOne(tx, [delta])
    else await countTwo(tx, [delta, partner])
  }
}
