import { type Changed, COUNTED_DAYS, type Delta, deltasOf } from '../core/signal-deltas.ts'
import { BUCKET_LEVELS, bucketsOf } from '../core/time-buckets.ts'
import { addDays, utcDay } from '../core/utc-day.ts'
import { compiled } from '../storage/portable.ts'
import type { Db, Tx } from '../storage/storage.ts'
import type { SignalReportRow } from '../storage/tables.ts'

const near = compiled<{ identity: string; entry: string; from: string; to: string }>()((db, p) =>
  db
    .selectFrom('signal_reports')
    .selectAll()
    .where('identity_id', '=', p('identity'))
    .where('entry_id', '=', p('entry'))
    .where('day', '>=', p('from'))
    .where('day', '<=', p('to')),
)

/** What an identity reports of an entry on the days that count together with this one. */
export function listReportsNear(
  db: Db,
  place: Pick<SignalReportRow, 'identity_id' | 'entry_id' | 'day'>,
): Promise<SignalReportRow[]> {
  const day = `${place.day}T00:00:00.000Z`
  return near.all(db, {
    identity: place.identity_id,
    entry: place.entry_id,
    from: utcDay(addDays(day, -COUNTED_DAYS)),
    to: utcDay(addDays(day, COUNTED_DAYS)),
  })
}

/** Counts a change of one report. What is counted follows from the reports alone, in whatever order they came. */
export async function applySignal(tx: Tx, changed: Changed): Promise<void> {
  await applyDeltas(tx, deltasOf(changed))
}

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
async function applyDeltas(tx: Tx, deltas: readonly Delta[]): Promise<void> {
  const waiting = deltas.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  for (let delta = waiting.shift(); delta !== undefined; delta = waiting.shift()) {
    const partner = waiting[0]?.scope === delta.scope ? undefined : waiting.shift()
    if (partner === undefined) await countOne(tx, [delta])
    else await countTwo(tx, [delta, partner])
  }
}

/**
 * Counts a report as if it came after these others: for a rebuild, which meets the reports in the order of their
 * keys. One that was withdrawn had been counted once, and left zeros behind.
 */
export async function replaySignal(
  tx: Tx,
  report: SignalReportRow,
  others: readonly SignalReportRow[],
): Promise<void> {
  const { entry_id: entryId, target_hash, received_at: at } = report
  if (report.value !== null) return applySignal(tx, { entryId, before: null, after: report, others })
  const nothing = { at, up: 0, down: 0, participants: 0 }
  await applyDeltas(tx, [
    { scope: target_hash, ...nothing },
    { scope: entryId, ...nothing },
  ])
}
