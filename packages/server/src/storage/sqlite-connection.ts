import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

const STATEMENTS_KEPT = 400

interface Prepared {
  readonly statement: StatementSync
  columns: string[]
}

/** Runs Kysely's queries on one SQLite handle, with its statements kept prepared by their text. */
export function createSqliteConnection(database: DatabaseSync): DatabaseConnection {
  const kept = new Map<string, Prepared>()

  function prepared(sql: string): Prepared {
    const known = kept.get(sql)
    if (known !== undefined) {
      kept.delete(sql)
      kept.set(sql, known)
      return known
    }
    const made = prepare(database, sql)
    kept.set(sql, made)
    if (kept.size > STATEMENTS_KEPT) dropOldest(kept)
    return made
  }

  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const found = prepared(sql)
      // node:sqlite itself refuses what cannot be bound: booleans, undefined, objects.
      const values = parameters as readonly SQLInputValue[]
      if (found.columns.length > 0) {
        const rows = readRows(found, values) as R[]
        return { rows, numAffectedRows: BigInt(rows.length) }
      }
      const { changes } = found.statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    streamQuery() {
      throw new Error('Streaming is not used: page through the rows instead')
    },
  }
}

function prepare(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql, { returnArrays: true })
  return { statement, columns: columnNames(statement) }
}

/** A Map keeps the order of insertion, and what is used is inserted anew. */
function dropOldest(kept: Map<string, Prepared>): void {
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}

function columnNames(statement: StatementSync): string[] {
  return statement.columns().map((column) => column.name)
}

/**
 * Arrays turned into objects here take half the time of node:sqlite's own objects, which have a null
 * prototype besides.
 */
function readRows(found: Prepared, values: readonly SQLInputValue[]): Record<string, unknown>[] {
  const rows: unknown[] = found.statement.all(...values)
  // A migration by a newer process can widen `select *`: SQLite prepares again by itself, the names do not.
  if (isWiderThan(rows[0], found.columns)) found.columns = columnNames(found.statement)
  const { columns } = found
  return rows.map((row) => toObject(row as unknown[], columns))
}

function isWiderThan(row: unknown, columns: string[]): boolean {
  return Array.isArray(row) && row.length !== columns.length
}

function toObject(row: unknown[], columns: string[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  let index = 0
  for (const column of columns) object[column] = row[index++]
  return object
}
