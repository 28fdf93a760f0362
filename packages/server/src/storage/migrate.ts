import { type Migration, Migrator, sql } from 'kysely'
import { tables } from './migrations/0014-tables.ts'
import { authorizations } from './migrations/0015-authorizations.ts'
import { topicProfiles } from './migrations/0016-skills.ts'
import { lists } from './migrations/0017-lists.ts'
import { contents } from './migrations/0018-contents.ts'
import { standings } from './migrations/0019-standings.ts'
import { notices } from './migrations/0020-notices.ts'
import { packedBlobs } from './migrations/0021-packed-blobs.ts'
import { health } from './migrations/0022-health.ts'
import { stagedBlobs } from './migrations/0023-staged-blobs.ts'
import { searchDocuments } from './migrations/0024-search.ts'
import { isPostgres } from './migrations/create-table.ts'
import type { Db } from './storage.ts'

type Migrations = Readonly<Record<string, Migration>>

const FIRST = '0014-tables'
/** Before the first release 14 steps, of which this was the last, led to the tables that `FIRST` makes. */
const LAST_BEFORE_RELEASE = '0014-log'

/** Every change of the tables in order: a new one is a file and a line, and a released one is never edited. */
export const MIGRATIONS: Migrations = {
  [FIRST]: tables,
  '0015-authorizations': authorizations,
  '0016-skills': topicProfiles,
  '0017-lists': lists,
  '0018-contents': contents,
  '0019-standings': standings,
  '0020-notices': notices,
  '0021-packed-blobs': packedBlobs,
  '0022-health': health,
  '0023-staged-blobs': stagedBlobs,
  '0024-search': searchDocuments,
}

/** The number of the newest migration. */
export const SCHEMA_VERSION = versionOf(newestOf(Object.keys(MIGRATIONS)))

/** Is there nothing to do? Throws when this code cannot bring the database up to date. */
export async function isMigrated(db: Db, migrations = MIGRATIONS): Promise<boolean> {
  const applied = await appliedMigrations(db)
  const known = Object.keys(migrations)
  const newer = applied.filter((name) => name > FIRST && !known.includes(name))
  if (newer.length > 0)
    throw new Error(
      `The database was written by a newer Colophon (it has ${newer.join(', ')}; this one ends at ` +
        `${newestOf(known)}): start that version, or restore an older snapshot into an empty database`,
    )
  if (isTooOld(applied))
    throw new Error(
      `The database has schema version ${versionOf(newestOf(applied))}, and this Colophon upgrades versions ` +
        `from ${versionOf(FIRST)} on: start a Colophon of schema version ${versionOf(FIRST)} once, then this one`,
    )
  return applied.length === known.length && !applied.some(isFormer)
}

/** Brings the tables up to date. Kysely holds a lock on PostgreSQL; on SQLite the caller holds the write lock. */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<void> {
  if (await isMigrated(db, migrations)) return
  await joinFormerSteps(db)
  if (await isMigrated(db, migrations)) return
  await requireNoRecovery(db)
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`the tables cannot be made or upgraded: ${reason}`, { cause: error })
}

function isTooOld(applied: readonly string[]): boolean {
  return applied.some(isFormer) && !applied.includes(LAST_BEFORE_RELEASE)
}

function isFormer(name: string): boolean {
  return name < FIRST
}

/**
 * Records the former steps as the one that replaces them. Without a transaction, which SQLite's caller has begun:
 * each statement leaves a database that is known, and several processes may run all of them.
 */
async function joinFormerSteps(db: Db): Promise<void> {
  const former = (await appliedMigrations(db)).filter(isFormer)
  if (former.length === 0) return
  if (isPostgres(db)) await alignWithFirst(db)
  for (const name of former.filter((one) => one !== LAST_BEFORE_RELEASE))
    await sql`delete from kysely_migration where name = ${name}`.execute(db)
  await sql`update kysely_migration set name = ${FIRST} where name = ${LAST_BEFORE_RELEASE}`.execute(db)
}

/** Tables that the former steps made twice: PostgreSQL gave their keys another name the second time. */
const MADE_TWICE = ['lineage_nodes', 'lineage_edges', 'signal_buckets']

/** Where the former steps came to other tables than `FIRST` makes: also a column that followed the cluster's language. */
async function alignWithFirst(db: Db): Promise<void> {
  for (const table of MADE_TWICE)
    await sql`alter index if exists ${sql.ref(`${table}_pkey1`)} rename to ${sql.ref(`${table}_pkey`)}`.execute(
      db,
    )
  await sql`alter table proposals alter column definition_hash type text collate "C"`.execute(db)
}

/** Tables that a recovery has begun to fill have the columns of the version that began it. */
async function requireNoRecovery(db: Db): Promise<void> {
  if ((await appliedMigrations(db)).length === 0) return
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
  const found = isPostgres(db)
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`
  return (await found.execute(db)).rows.length > 0
}

/** Names begin with their number, so that they sort by it. */
function newestOf(names: readonly string[]): string {
  return names.toSorted().at(-1) ?? FIRST
}

function versionOf(name: string): number {
  return Number(name.slice(0, 4))
}
