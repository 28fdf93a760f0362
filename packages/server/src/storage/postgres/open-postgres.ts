import { setTimeout as sleep } from 'node:timers/promises'
import { POSTGRES_LIMITS } from '@colophon/contract'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { isMigrated, migrate } from '../migrate.ts'
import { countAll } from '../recovery/row-counts.ts'
import type { Db, EngineStorage, Tx } from '../storage.ts'
import type { Tables } from '../tables.ts'
import { createWriteScope } from '../write-scope.ts'
import { freezeInTables } from './frozen.ts'
import { createPostgresPool } from './pool.ts'
import { rebuildInSchema } from './rebuilt.ts'

interface PostgresOptions {
  /** Connections for reads, and as many again for writes: a queue of conflicts must not hold up reads. */
  connections?: number
}

/** From this conflict on a work queues for the lock, so that it is not overtaken again and again. */
const CONFLICTS_BEFORE_LOCK = 3
const CONFLICTS_MAXIMUM = 50
const WRITER_LOCK = 6_015_203_114

/** Opens a PostgreSQL database and brings its tables up to date. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<EngineStorage> {
  await prepareDatabase(url)
  const max = options.connections ?? 10
  const readers = openPool({ connectionString: url, max, ...TIMEOUTS }, POSTGRES_LIMITS.answerMilliseconds)
  const writers = openPool({ connectionString: url, max, ...TIMEOUTS }, POSTGRES_LIMITS.answerMilliseconds)
  const read = readers.db
  const scope = createWriteScope()
  return {
    engine: 'postgres',
    read,
    async write(work) {
      scope.refuseNested()
      return await writers.db.connection().execute((db) => persist(db, (tx) => scope.enter(() => work(tx))))
    },
    dataVersion: () => null,
    time: serverTime,
    size: () => databaseSize(read),
    free: async () => null,
    counts: () => countAll(read),
    frozen: freezeInTables(read, writers.db),
    rebuilt: rebuildInSchema(),
    bar: barWriters,
    ping: async () => void (await sql`select 1`.execute(read)),
    async close() {
      await Promise.all([readers.end(), writers.end()])
    },
  }
}

const TIMEOUTS = {
  statement_timeout: POSTGRES_LIMITS.statementMilliseconds,
  idle_in_transaction_session_timeout: POSTGRES_LIMITS.idleTransactionMilliseconds,
}

/** Kysely's own `destroy` does nothing before the first query, and a later one would then still run. */
function openPool(config: PoolConfig, deadline: number | null): { db: Db; end(): Promise<void> } {
  const pool = createPostgresPool(config, deadline)
  let ended: Promise<void> | null = null
  const end = () => {
    ended ??= pool.end()
    return ended
  }
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), end }
}

/** A migration may take its time, so it has a connection of its own without a timeout. */
async function prepareDatabase(url: string): Promise<void> {
  const { db, end } = openPool({ connectionString: url, max: 1 }, null)
  try {
    const { rows } = await sql<{ encoding: string }>`
      select current_setting('server_encoding') as encoding`.execute(db)
    if (rows[0]?.encoding !== 'UTF8') throw new Error('The PostgreSQL database must have the encoding UTF8')
    if (!(await isMigrated(db))) await migrate(db)
  } finally {
    await end()
  }
}

/** Runs the work until it commits without a conflict. */
async function persist<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let conflicts = 0; ; conflicts++) {
    try {
      return conflicts < CONFLICTS_BEFORE_LOCK ? await attempt(db, work) : await attemptAlone(db, work)
    } catch (error) {
      if (!isConflict(error) || conflicts >= CONFLICTS_MAXIMUM) throw error
      await sleep(Math.random() * 2 ** Math.min(conflicts + 2, 5))
    }
  }
}

function attempt<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('serializable').execute(work)
}

/** The lock comes before `begin`: a snapshot taken while waiting for it would be old, and conflict again. */
async function attemptAlone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`select pg_advisory_lock(${sql.lit(WRITER_LOCK)})`.execute(db)
  try {
    return await attempt(db, work)
  } finally {
    // It fails on a lost connection only, and the server has let go of that one's locks.
    await sql`select pg_advisory_unlock(${sql.lit(WRITER_LOCK)})`.execute(db).catch(() => {})
  }
}

/** Serialization failure or deadlock; also where the work swallowed it and something later failed for it. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && (error.code === '40001' || error.code === '40P01')) return true
  return isConflict(error.cause)
}

/**
 * Every command writes its outcome, and every object its row, so two tables stand for all works. The lock waits
 * for those that have written; those that have not yet done so come upon the reading of the whole table, by
 * which a serializable work that did not see this one cannot commit after it.
 */
async function barWriters(tx: Tx): Promise<void> {
  for (const table of ['idempotency', 'objects'] as const) {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
    await sql`set local enable_indexscan = off`.execute(tx)
    await sql`set local enable_indexonlyscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    // A sequential scan counts as reading all rows, also where it ends after the first.
    await tx.selectFrom(table).select(sql.lit(1).as('one')).limit(1).execute()
  }
}

/** Not `now()`, which stands still within a transaction. */
async function serverTime(db: Db): Promise<string | null> {
  const { rows } = await sql<{ time: string }>`
    select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time`.execute(db)
  return rows[0]?.time ?? null
}

async function databaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size`.execute(db)
  return rows[0]?.size ?? 0
}
