import { type Migration, Migrator, PostgresAdapter, sql } from 'kysely'
import { press } from './migrations/0001-press.ts'
import { suggestions } from './migrations/0002-suggestions.ts'
import { readers } from './migrations/0003-readers.ts'
import { curation } from './migrations/0004-curation.ts'
import { search } from './migrations/0005-search.ts'
import { tasks } from './migrations/0006-tasks.ts'
import { reviews } from './migrations/0007-reviews.ts'
import { snapshots } from './migrations/0008-snapshots.ts'
import { recoveryJobs } from './migrations/0009-recovery-jobs.ts'
import { fewerPages } from './migrations/0010-fewer-pages.ts'
import { signalPages } from './migrations/0011-signal-pages.ts'
import { fewerRows } from './migrations/0012-fewer-rows.ts'
import { changes } from './migrations/0013-changes.ts'
import { log } from './migrations/0014-log.ts'
import type { Db } from './storage.ts'

/** Every change of the tables in order: a new one is a file and a line, and an old one is never edited. */
const migrations: Record<string, Migration> = {
  '0001-press': press,
  '0002-suggestions': suggestions,
  '0003-readers': readers,
  '0004-curation': curation,
  '0005-search': search,
  '0006-tasks': tasks,
  '0007-reviews': reviews,
  '0008-snapshots': snapshots,
  '0009-recovery-jobs': recoveryJobs,
  '0010-fewer-pages': fewerPages,
  '0011-signal-pages': signalPages,
  '0012-fewer-rows': fewerRows,
  '0013-changes': changes,
  '0014-log': log,
}

const names = Object.keys(migrations)

/** How many migrations this code knows. */
export const SCHEMA_VERSION = names.length

/** Is there nothing to do? Throws when the database is newer than the code. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database was written by a newer Colophon (it has ${unknown.join(', ')}; this one ends at ` +
        `${names.at(-1)}): start that version, or restore an older snapshot into an empty database`,
    )
  }
  return applied.length === names.length
}

/** Brings the tables up to date. Kysely holds a lock on PostgreSQL; on SQLite the caller holds the write lock. */
export async function migrate(db: Db): Promise<void> {
  if (await isMigrated(db)) return
  await requireNoRecovery(db)
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw new Error('The tables could not be brought up to date', { cause: error })
}

/** Tables that a recovery has begun to fill have the columns of the version that began it. */
async function requireNoRecovery(db: Db): Promise<void> {
  if (!(await appliedMigrations(db)).includes('0009-recovery-jobs')) return
  const { rows } = await sql`select job_id from recovery_jobs where state = 'running'`.execute(db)
  if (rows.length > 0)
    throw new Error(
      'A recovery is running: drive it to its end with the version of Colophon that began it, then start this one',
    )
}

async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasMigrations(db))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** Asked at every start: to introspect would be to read each column of each table for the name of one. */
async function hasMigrations(db: Db): Promise<boolean> {
  const found =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`select 1 where to_regclass('kysely_migration') is not null`
      : sql`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`
  return (await found.execute(db)).rows.length > 0
}
