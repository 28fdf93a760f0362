import { type Changed, COUNTED_DAYS, type Delta, deltasOf } from '../core/signal-deltas.ts'
import { BUCKET_LEVELS, bucketsOf } from '../core/time-buckets.ts'
import { addDays, utcDay } from '../core/utc-day.ts'
import { compiled } from '../storage/portable.ts'
import type { SignalReportRow } from '../storage/rows/signals.ts'
import type { Db, Tx } from '../storage/storage.ts'

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
  await applyDeltas(tx, changed.entryId, deltasOf(changed))
}

/** The slots of a compiled statement: what all of its rows share, and what each delta has, numbered. */
type Slots = Readonly<Record<string, string | number>>

const LEVELS = Array.from({ length: BUCKET_LEVELS }, (_level, place) => place)

/** The slots of one column have the type of that column, which their names cannot say: hence `never` below. */
type Slot = (name: string) => unknown

function countsOf(p: Slot, place: number) {
  return {
    scope: p(`scope${place}`),
    up: p(`up${place}`),
    down: p(`down${place}`),
    participants: p(`participants${place}`),
  }
}

function bucketsOfDelta(p: Slot, place: number) {
  return LEVELS.map((level) => ({
    entry_id: p('entry_id'),
    level,
    bucket: p(`bucket${level}`),
    ...countsOf(p, place),
  }))
}

/** Statements for so many deltas at once: of one entry, at one time, and of different scopes. */
const countMoments = (places: readonly number[]) =>
  compiled<Slots>()((db, p) =>
    db
      .insertInto('signal_moments')
      .values(places.map((place) => ({ at: p('at'), ...countsOf(p, place) })) as never)
      .onConflict((conflict) =>
        conflict.columns(['at', 'scope']).doUpdateSet((eb) => ({
          up: eb('signal_moments.up', '+', eb.ref('excluded.up')),
          down: eb('signal_moments.down', '+', eb.ref('excluded.down')),
          participants: eb('signal_moments.participants', '+', eb.ref('excluded.participants')),
        })),
      ),
  )

const countBuckets = (places: readonly number[]) =>
  compiled<Slots>()((db, p) =>
    db
      .insertInto('signal_buckets')
      .values(places.flatMap((place) => bucketsOfDelta(p, place)) as never)
      .onConflict((conflict) =>
        conflict.columns(['entry_id', 'scope', 'level', 'bucket']).doUpdateSet((eb) => ({
          up: eb('signal_buckets.up', '+', eb.ref('excluded.up')),
          down: eb('signal_buckets.down', '+', eb.ref('excluded.down')),
          participants: eb('signal_buckets.participants', '+', eb.ref('excluded.participants')),
        })),
      ),
  )

const ONE = { moments: countMoments([0]), buckets: countBuckets([0]) }
const TWO = { moments: countMoments([0, 1]), buckets: countBuckets([0, 1]) }

async function count(tx: Tx, { moments, buckets }: typeof ONE, slots: Slots): Promise<void> {
  await moments.run(tx, slots)
  await buckets.run(tx, slots)
}

/** Written out, as are those of two: names put together for each row took more time than SQLite takes for the rows. */
function slotsOfOne(entry_id: string, { at, scope, up, down, participants }: Delta) {
  const milliseconds = Date.parse(at)
  const [bucket0 = 0, bucket1 = 0] = bucketsOf(milliseconds)
  return {
    entry_id,
    at: milliseconds,
    bucket0,
    bucket1,
    scope0: scope,
    up0: up,
    down0: down,
    participants0: participants,
  }
}

function slotsOfTwo(entry_id: string, delta: Delta, { scope, up, down, participants }: Delta) {
  return {
    ...slotsOfOne(entry_id, delta),
    scope1: scope,
    up1: up,
    down1: down,
    participants1: participants,
  }
}

/** Adds to the counts: two scopes together, for a statement must not name a row twice. */
async function applyDeltas(tx: Tx, entryId: string, deltas: readonly Delta[]): Promise<void> {
  const waiting = deltas.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  for (let delta = waiting.shift(); delta !== undefined; delta = waiting.shift()) {
    const [next] = waiting
    if (next === undefined || next.at !== delta.at || next.scope === delta.scope)
      await count(tx, ONE, slotsOfOne(entryId, delta))
    else {
      waiting.shift()
      await count(tx, TWO, slotsOfTwo(entryId, delta, next))
    }
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
  await applyDeltas(tx, entryId, [
    { scope: target_hash, ...nothing },
    { scope: entryId, ...nothing },
  ])
}
