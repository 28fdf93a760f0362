import { type Rows, sqliteRows } from './rows.ts'

export async function openRows(databaseUrl: string): Promise<Rows> {
  if (databaseUrl.startsWith('sqlite:')) return sqliteRows(databaseUrl.slice('sqlite:'.length))
  const { postgresRows } = await import('./rows-postgres.ts')
  return postgresRows(databaseUrl)
}
