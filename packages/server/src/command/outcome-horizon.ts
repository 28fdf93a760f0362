import type { App } from '../app.ts'
import type { Db, Tx } from '../storage/storage.ts'

/** The row of `site` that says up to which expiry outcomes have been forgotten. */
const HORIZON = 'outcomes_forgotten_to'
/** A row for each round would end every cached answer; what is lost of it at a stop is kept longer, and no more. */
const SAVE_MILLISECONDS = 3_600_000
const MARGIN_MILLISECONDS = 86_400_000

/** Milliseconds since 1970. */
interface Clocks {
  /** Of the machine, which may be wrong. */
  readonly now: number
  /** The earliest expiry that is stored; null without any. */
  readonly oldest: number | null
}

/**
 * How far outcomes may be forgotten. A clock may be wrong by years for some seconds, so the horizon follows it by no more
 * than the time that really passed: a day forgets a day's worth. Where nothing is stored it moves at once, as over the
 * days that a server was down, but for the last day: a clock must be wrong for that long before it costs anything.
 */
export function nextHorizon(known: number | null, elapsed: number, { now, oldest }: Clocks): number {
  const free = Math.min((oldest ?? now + MARGIN_MILLISECONDS) - MARGIN_MILLISECONDS, now)
  if (known === null) return free
  const followed = now >= known ? Math.min(now, known + elapsed) : Math.max(now, known - elapsed)
  return oldest === null ? followed : Math.max(followed, free)
}

interface Seen {
  readonly horizon: number
  readonly elapsed: number
  /** When it was last written down, or read. */
  readonly saved: number
}

/** Of each process: several that share a database all follow the same time, and not each its own on top. */
const seen = new WeakMap<App, Seen>()

export interface Horizon {
  /** Outcomes that expired before it may be forgotten. */
  readonly before: string
  /** Not written down for so long that it should be. */
  readonly isDue: boolean
  save(tx: Tx): Promise<void>
}

export async function followHorizon(app: App): Promise<Horizon> {
  const { read } = app.storage
  const elapsed = app.ambient.elapsed()
  const stored = await readHorizon(read)
  const mine = seen.get(app)
  const now = Date.parse(app.ambient.now())
  const known = mine?.horizon ?? stored
  const passed = mine === undefined ? 0 : elapsed - mine.elapsed
  const followed = nextHorizon(known, passed, { now, oldest: await oldestExpiry(read) })
  // Another process has seen more of the time.
  const horizon = mine === undefined ? followed : Math.max(followed, Math.min(stored ?? followed, now))
  const saved = mine?.saved ?? (stored === null ? Number.NEGATIVE_INFINITY : elapsed)
  seen.set(app, { horizon, elapsed, saved })
  return {
    before: new Date(Math.min(horizon, now)).toISOString(),
    isDue: elapsed - saved >= SAVE_MILLISECONDS,
    async save(tx) {
      await writeHorizon(tx, new Date(horizon).toISOString())
      seen.set(app, { horizon, elapsed, saved: elapsed })
    },
  }
}

/**
 * The time from which an outcome is kept: of the clock, or what the site had reached by then, where the clock is behind.
 * Else what is stored meanwhile would be old as soon as the clock is right.
 */
export function keptFrom(app: App, now: string): string {
  const reached = seen.get(app)?.horizon
  return reached === undefined || reached <= Date.parse(now) ? now : new Date(reached).toISOString()
}

async function readHorizon(db: Db): Promise<number | null> {
  const row = await db.selectFrom('site').select('value').where('name', '=', HORIZON).executeTakeFirst()
  return row === undefined ? null : Date.parse(row.value)
}

async function writeHorizon(tx: Tx, value: string): Promise<void> {
  await tx
    .insertInto('site')
    .values({ name: HORIZON, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function oldestExpiry(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('idempotency')
    .select((eb) => eb.fn.min('expires_at').as('oldest'))
    .executeTakeFirst()
  return row?.oldest ? Date.parse(row.oldest) : null
}
