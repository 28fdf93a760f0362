import { addDays, utcDay } from '../core/utc-day.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { SignalReportRow } from '../storage/rows/signals.ts'
import type { Db, Tx } from '../storage/storage.ts'
import { COUNTED_DAYS, type Delta, deltasOf, NO_COUNTS, type ReportChange } from './signal-deltas.ts'
import { BUCKET_LEVELS, bucketsOf } from './time-buckets.ts'

const near = preparedQuery<{ identity: string; entry: string; from: string; to: string }>()((db, p) =>
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

const LEVELS = Array.from({ length: BUCKET_LEVELS }, (_level, place) => place)

type Slots = Readonly<Record<string, string | number>>

/** The slots of one column have the type of that column, which their names cannot say: hence `never` below. */
type Slot = (name: string) => unknown

const countMoment = preparedQuery<Slots>()((db, p) =>
  db
    .insertInto('signal_moments')
    .values({
      at: p('at'),
      target_hash: p('target_hash'),
      entry_id: p('entry_id'),
      up: p('up'),
      down: p('down'),
      participants: p('participants'),
      entry_participants: p('entry_participants'),
    } as never)
    .onConflict((conflict) =>
      conflict.columns(['at', 'target_hash']).doUpdateSet((eb) => ({
        up: eb('signal_moments.up', '+', eb.ref('excluded.up')),
        down: eb('signal_moments.down', '+', eb.ref('excluded.down')),
        participants: eb('signal_moments.participants', '+', eb.ref('excluded.participants')),
        entry_participants: eb(
          'signal_moments.entry_participants',
          '+',
          eb.ref('excluded.entry_participants'),
        ),
      })),
    ),
)

function bucketsOfScope(p: Slot, scope: 'target_hash' | 'entry_id', participants: string) {
  return LEVELS.map((level) => ({
    entry_id: p('entry_id'),
    scope: p(scope),
    level,
    bucket: p(`bucket${level}`),
    up: p('up'),
    down: p('down'),
    participants: p(participants),
  }))
}

const countBuckets = preparedQuery<Slots>()((db, p) =>
  db
    .insertInto('signal_buckets')
    .values([
      ...bucketsOfScope(p, 'target_hash', 'participants'),
      ...bucketsOfScope(p, 'entry_id', 'entry_participants'),
    ] as never)
    .onConflict((conflict) =>
      conflict.columns(['entry_id', 'scope', 'level', 'bucket']).doUpdateSet((eb) => ({
        up: eb('signal_buckets.up', '+', eb.ref('excluded.up')),
        down: eb('signal_buckets.down', '+', eb.ref('excluded.down')),
        participants: eb('signal_buckets.participants', '+', eb.ref('excluded.participants')),
      })),
    ),
)

/** Counts a change of one report. What is counted follows from the reports alone, in whatever order they came. */
export async function applySignal(tx: Tx, entryId: string, changed: ReportChange): Promise<void> {
  for (const delta of deltasOf(changed)) await applyDelta(tx, entryId, delta)
}

async function applyDelta(tx: Tx, entryId: string, delta: Delta): Promise<void> {
  const slots = slotsOf(entryId, delta)
  await countMoment.run(tx, slots)
  await countBuckets.run(tx, slots)
}

/** Written out: names put together for each row took more time than SQLite takes for the rows. */
function slotsOf(entry_id: string, delta: Delta) {
  const { target_hash, up, down, participants, entry_participants } = delta
  const at = Date.parse(delta.at)
  const [bucket0 = 0, bucket1 = 0] = bucketsOf(at)
  return { entry_id, target_hash, at, bucket0, bucket1, up, down, participants, entry_participants }
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
  if (report.value === null) return applyDelta(tx, entryId, { target_hash, at, ...NO_COUNTS })
  return applySignal(tx, entryId, { before: null, after: report, others })
}
