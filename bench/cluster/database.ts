import { join } from 'node:path'
import { Client } from 'pg'
import {
  administer,
  databaseUrl,
  EMPTY_TEMPLATE,
} from '../../packages/server/test/support/postgres-databases.ts'

/** What a server is told of its database. */
export interface Database {
  readonly settings: Readonly<Record<string, string>>
  /** Of PostgreSQL; none for SQLite. */
  readonly url?: string
}

/** An empty database of PostgreSQL, with the keys that a server on SQLite made in the folder. */
export async function freshDatabase(
  adminUrl: string,
  { folder, name }: { folder: string; name: string },
): Promise<Database> {
  await administer(adminUrl, `create database ${name} template ${EMPTY_TEMPLATE}`)
  const url = databaseUrl(adminUrl, name)
  const keys = { COLOPHON_SIGNING_KEY: join(folder, 'signing-key.json') }
  return { url, settings: { COLOPHON_DATABASE_URL: url, ...keys } }
}

/** Asked again later, answers which part of the transactions since then was rolled back; 0 for SQLite. */
export async function rolledBackIn({ url }: Database): Promise<() => Promise<number>> {
  if (url === undefined) return async () => 0
  const before = await transactionsIn(url)
  return async () => {
    const after = await transactionsIn(url)
    const rolledBack = after.rolledBack - before.rolledBack
    return rolledBack / Math.max(1, rolledBack + after.committed - before.committed)
  }
}

async function transactionsIn(url: string): Promise<{ committed: number; rolledBack: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select xact_commit::float8 as committed, xact_rollback::float8 as "rolledBack"
       from pg_stat_database where datname = current_database()`,
    )
    return rows[0] as { committed: number; rolledBack: number }
  } finally {
    await client.end()
  }
}
