import { openSqlite } from './sqlite.ts'
import type { Storage } from './storage.ts'

const SQLITE = 'sqlite:'

/** Opens the database that the URL names, with its tables brought up to date. */
export async function openStorage(databaseUrl: string): Promise<Storage> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Only on demand: a site on SQLite need not hold the driver in memory.
    const { openPostgres } = await import('./postgres.ts')
    return await openPostgres(databaseUrl)
  }
  const path = databaseUrl.startsWith(SQLITE) ? databaseUrl.slice(SQLITE.length) : ''
  if (path !== '') return await openSqlite(path)
  throw new Error('COLOPHON_DATABASE_URL must be sqlite:<path> or postgres://<user>@<host>/<database>')
}
