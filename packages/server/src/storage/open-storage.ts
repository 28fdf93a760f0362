import { openSqlite } from './sqlite/open-sqlite.ts'
import type { Storage } from './storage.ts'

const SQLITE = 'sqlite:'

/** Opens the database that the URL names, with its tables brought up to date. What fails names the setting. */
export async function openStorage(databaseUrl: string): Promise<Storage> {
  try {
    return await openEngine(databaseUrl)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    // Not the URL itself, which may hold a password.
    throw new Error(`COLOPHON_DATABASE_URL cannot be opened: ${reason}`, { cause })
  }
}

async function openEngine(databaseUrl: string): Promise<Storage> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Only on demand: a site on SQLite need not hold the driver in memory.
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    return await openPostgres(databaseUrl)
  }
  const path = databaseUrl.startsWith(SQLITE) ? databaseUrl.slice(SQLITE.length) : ''
  if (path !== '') return await openSqlite(path)
  throw new Error('it must be sqlite:<path> or postgres://<user>@<host>/<database>')
}
