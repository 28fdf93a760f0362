import { openSqlite } from './sqlite.ts'
import type { Storage } from './storage.ts'

/** Opens `sqlite:./path`, with its tables brought up to date. */
export async function openStorage(databaseUrl: string): Promise<Storage> {
  if (databaseUrl.startsWith('sqlite:')) return openSqlite(databaseUrl.slice('sqlite:'.length))
  throw new Error('COLOPHON_DATABASE_URL must be sqlite:<path>')
}
