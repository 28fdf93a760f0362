import type { BlobStore } from './blobs/blob-store.ts'
import { databaseBlobs } from './blobs/database-blobs.ts'
import { MIRROR_BLOBS, mirrorBlobs } from './blobs/mirror-blobs.ts'
import { s3Blobs } from './blobs/s3-blobs.ts'
import { watchRefusedWrites } from './refused-writes.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import type { EngineStorage, Storage } from './storage.ts'

const SQLITE = 'sqlite:'

/** Opens the database that the URL names, with its tables brought up to date. What fails names the setting. */
export async function openStorage(databaseUrl: string): Promise<Storage> {
  try {
    return watchRefusedWrites(await openEngine(databaseUrl))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    // Not the URL itself, which may hold a password.
    throw new Error(`COLOPHON_DATABASE_URL cannot be opened: ${reason}`, { cause })
  }
}

async function openEngine(databaseUrl: string): Promise<EngineStorage> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Only on demand: a site on SQLite need not hold the driver in memory.
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    return await openPostgres(databaseUrl)
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
