import { POSTGRES_LIMITS } from '@colophon/contract'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { isMigrated, migrate } from '../migrate.ts'
import { countAll } from '../recovery/row-counts.ts'
import type { Db, EngineStorage } from '../storage.ts'
import type { Tables } from '../tables.ts'
import { createClusterCommit } from './cluster-commit.ts'
import { freezeInTables } from './frozen.ts'
import { MOMENT_CONNECTION, openMoments } from './moments.ts'
import { createPostgresPool, type WriterPool } from './pool.ts'
import { rebuildInSchema } from './rebuilt.ts'
import { openReplica, type Replica } from './replica.ts'

/** One for works, and some for copies of snapshots. */
const WRITERS = 4
/** For reads, of the primary and of a replica. */
const READERS = 10

interface ReplicaPlace {
  readonly readUrl: string | null
  tell(line: string): void
}

/** Opens a PostgreSQL database and brings its tables up to date. */
export async function openPostgres(url: string, { readUrl, tell }: ReplicaPlace): Promise<EngineStorage> {
  await prepareDatabase(url)
  const deadline = POSTGRES_LIMITS.answerMilliseconds
  const writers = openPool({ url, max: WRITERS, ...TIMEOUTS, pipeline: true }, deadline)
  const asking = openPool({ url, ...TIMEOUTS, ...MOMENT_CONNECTION }, POSTGRES_LIMITS.momentMilliseconds)
  const replica = readUrl === null ? null : openReplicaAt(readUrl, tell)
  const primary = createPostgresPool({ url, max: READERS, ...TIMEOUTS }, deadline).forKysely
  const readers = endOnce(replica === null ? primary : replica.before(primary))
  const read = kyselyOn(readers)
  const commits = createClusterCommit(writers.works)
  const end = async () => void (await Promise.all([readers, writers, asking].map((pool) => pool.end())))
  const moments = await openMoments(asking.works, replica).catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    engine: 'postgres',
    read,
    write: commits.write,
    dataVersion: () => null,
    moments,
    time: serverTime,
    size: () => databaseSize(read),
    free: async () => null,
    counts: () => countAll(read),
    frozen: freezeInTables(read, writers.db),
    rebuilt: rebuildInSchema(),
    ping: async () => void (await sql`select 1`.execute(read)),
    async close() {
      await commits.close()
      await end()
    },
  }
}

const TIMEOUTS = {
  statement_timeout: POSTGRES_LIMITS.statementMilliseconds,
  idle_in_transaction_session_timeout: POSTGRES_LIMITS.idleTransactionMilliseconds,
}

interface OpenPool {
  readonly db: Db
  readonly works: WriterPool
  end(): Promise<void>
}

function openPool(config: PoolConfig & { readonly url: string }, deadline: number | null): OpenPool {
  const { forKysely, forWorks: works } = createPostgresPool(config, deadline)
  const pool = endOnce(forKysely)
  return { db: kyselyOn(pool), works, end: pool.end }
}

/** Kysely's own `destroy` does nothing before the first query, and a later one would then still run. */
function endOnce({ connect, end }: PostgresPool): PostgresPool {
  let ended: Promise<void> | null = null
  return {
    connect,
    end() {
      ended ??= end()
      return ended
    },
  }
}

function kyselyOn(pool: PostgresPool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** A replica has less time than the primary, which answers in its place. */
function openReplicaAt(url: string, tell: (line: string) => void): Replica {
  const statement = POSTGRES_LIMITS.replicaStatementMilliseconds
  const forReads = createPostgresPool(
    {
      url,
      max: READERS,
      ...TIMEOUTS,
      statement_timeout: statement,
      connectionTimeoutMillis: POSTGRES_LIMITS.momentMilliseconds,
    },
    statement,
  ).forKysely
  const { forWorks: forPlace, forKysely: asked } = createPostgresPool(
    { url, ...TIMEOUTS, ...MOMENT_CONNECTION },
    POSTGRES_LIMITS.momentMilliseconds,
  )
  return openReplica({
    forReads,
    forPlace,
    tell,
    end: async () => void (await Promise.all([forReads.end(), asked.end()])),
  })
}

/** A migration may take its time, so it has a connection of its own without a timeout. */
async function prepareDatabase(url: string): Promise<void> {
  const { db, end } = openPool({ url, max: 2 }, null)
  try {
    const { rows } = await sql<{ encoding: string }>`
      select current_setting('server_encoding') as encoding`.execute(db)
    if (rows[0]?.encoding !== 'UTF8') throw new Error('The PostgreSQL database must have the encoding UTF8')
    await requireSessions(db)
    if (!(await isMigrated(db))) await migrate(db)
  } finally {
    await end()
  }
}

/** Two connections are two processes of PostgreSQL, unless a pooler hands one to both in turn. */
async function requireSessions(db: Db): Promise<void> {
  const isOwn = await db.connection().execute(async (one) => {
    const before = await processOf(one)
    const other = await db.connection().execute(processOf)
    return before !== other && before === (await processOf(one))
  })
  if (!isOwn) throw new Error('the pooler before PostgreSQL must pool by session, not by transaction')
}

async function processOf(db: Db): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? null
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
