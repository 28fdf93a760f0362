import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { openReader } from '../../storage/sqlite/open-reader.ts'

/** A reader's own connection, outside the main thread: plain statements with `?` for each parameter. */
export interface Rows {
  /** A number that changes with every commit; null where only a query can tell. */
  dataVersion(): number | null
  all(sql: string, parameters: readonly (string | number)[]): Promise<Record<string, unknown>[]>
  /** Runs `work` on one unchanging picture of the database. */
  atOnce<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const BUSY_MILLISECONDS = 10_000

export function sqliteRows(file: string): Rows {
  const database = openReader(file, BUSY_MILLISECONDS)
  const version = database.prepare('pragma data_version', { returnArrays: true })
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    dataVersion() {
      const row: unknown = version.get()
      return Array.isArray(row) ? Number(row[0]) : null
    },
    all: async (sql, parameters) => {
      const rows: Record<string, SQLOutputValue>[] = prepared(sql).all(...(parameters as SQLInputValue[]))
      return rows
    },
    async atOnce(work) {
      database.exec('begin')
      try {
        return await work()
      } finally {
        database.exec('commit')
      }
    },
    close: async () => database.close(),
  }
}
