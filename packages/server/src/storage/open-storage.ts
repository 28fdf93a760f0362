import type { BlobStore } from './blobs/blob-store.ts'
import { databaseBlobs } from './blobs/database-blobs.ts'
import { MIRROR_BLOBS, mirrorBlobs } from './blobs/mirror-blobs.ts'
import { s3Blobs } from './blobs/s3-blobs.ts'
import { watchRefusedWrites } from './refused-writes.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import type { EngineStorage, Storage } from './storage.ts'

const SQLITE = 'sqlite:'

/** Where else a database is read. */
interface ReadPlace {
  /** Of a replica on PostgreSQL; null without one. */
  readonly readUrl: string | null
  /** Is told in one line when the replica is no longer read, and when it is again. */
  tell(line: string): void
}

const NO_REPLICA: ReadPlace = { readUrl: null, tell: () => {} }

/** Opens the database that the URL names, with its tables brought up to date. What fails names the setting. */
export async function openStorage(databaseUrl: string, place: ReadPlace = NO_REPLICA): Promise<Storage> {
  try {
    return watchRefusedWrites(await openEngine(databaseUrl, place))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (reason.startsWith('COLOPHON_')) throw cause
    // Not the URL itself, which may hold a password.
    throw new Error(`COLOPHON_DATABASE_URL cannot be opened: ${reason}`, { cause })
  }
}

async function openEngine(databaseUrl: string, place: ReadPlace): Promise<EngineStorage> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Only on demand: a site on SQLite need not hold the driver in memory.
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    return await openPostgres(databaseUrl, place)
  }
  const path = databaseUrl.startsWith(SQLITE) ? databaseUrl.slice(SQLITE.length) : ''
  if (path !== '') return await openSqlite(path)
  throw new Error('it must be sqlite:<path> or postgres://<user>@<host>/<database>')
}

/** Opens the blob store that `COLOPHON_BLOBS` names; a wrong setting is an error of one clear line. */
export function openBlobs(setting: string, storage: Storage, environment: NodeJS.ProcessEnv): BlobStore {
  if (setting === 'database') return databaseBlobs(storage)
  if (setting.startsWith(MIRROR_BLOBS)) return mirrorBlobs(setting)
  if (setting.startsWith('s3://')) return s3Blobs(setting, environment)
  throw new Error('COLOPHON_BLOBS must be `database` or s3://bucket/prefix?endpoint=...&region=...')
}
