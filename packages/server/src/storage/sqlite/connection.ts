import { constants, type DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import type { StatementResult } from '../direct-executor.ts'
import { statementName } from '../postgres/pool.ts'
import type { Table, TableVersions } from './table-versions.ts'

const STATEMENTS_KEPT = 400

interface PreparedStatement {
  readonly statement: StatementSync
  columns: string[]
  readonly reads: readonly Table[]
  readonly writes: readonly Table[]
}

/** One SQLite handle with its statements kept prepared. */
export interface SqliteConnection {
  prepare(query: CompiledQuery): PreparedStatement
  run(query: CompiledQuery): StatementResult
  /** The first row; null without one. */
  first(query: CompiledQuery): unknown
  /** How many statements have changed rows, or tried to. */
  changes(): number
}

export function createSqliteConnection(database: DatabaseSync, versions: TableVersions): SqliteConnection {
  const prepareNew = createPreparer(database, versions)
  /** Those that are fixed in the code are few, and stay; of the others the latest. */
  const fixed = new Map<string, PreparedStatement>()
  const built = new Map<string, PreparedStatement>()
  let changes = 0

  function prepare({ sql }: CompiledQuery): PreparedStatement {
    const known = fixed.get(sql)
    if (known !== undefined) return known
    if (statementName(sql) === undefined) return prepareBuilt(sql)
    const made = prepareNew(sql)
    fixed.set(sql, made)
    return made
  }

  function prepareBuilt(sql: string): PreparedStatement {
    const prepared = built.get(sql) ?? prepareNew(sql)
    built.delete(sql)
    built.set(sql, prepared)
    if (built.size > STATEMENTS_KEPT) dropOldest(built)
    return prepared
  }

  function started(query: CompiledQuery): PreparedStatement {
    const prepared = prepare(query)
    if (prepared.writes.length > 0) {
      changes += 1
      versions.write(prepared.writes)
    }
    return prepared
  }

  return {
    prepare,
    run(query) {
      const prepared = started(query)
      const values = valuesOf(query)
      if (prepared.columns.length === 0)
        return { rows: [], changes: Number(prepared.statement.run(...values).changes) }
      const rows: unknown[] = prepared.statement.all(...values)
      return { rows: rows.map((row) => toObject(prepared, row)), changes: rows.length }
    },
    first(query) {
      const prepared = started(query)
      const row: unknown = prepared.statement.get(...valuesOf(query))
      return row === undefined ? null : toObject(prepared, row)
    },
    changes: () => changes,
  }
}

/** node:sqlite itself refuses what cannot be bound: booleans, undefined, objects. */
function valuesOf({ parameters }: CompiledQuery): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}

/** SQLite itself says which tables a statement reads and writes, while it prepares it. */
function createPreparer(database: DatabaseSync, versions: TableVersions): (sql: string) => PreparedStatement {
  let reads = new Set<string>()
  let writes = new Set<string>()
  database.setAuthorizer((action, name) => {
    if (action === constants.SQLITE_READ) reads.add(name ?? SCHEMA)
    else if (ROW_CHANGES.has(action)) writes.add(name ?? SCHEMA)
    else if (!HARMLESS.has(action)) writes.add(SCHEMA)
    return constants.SQLITE_OK
  })
  return (sql) => {
    // After a change of the schema a name may mean another table.
    reads = new Set([SCHEMA])
    writes = new Set()
    const statement = database.prepare(sql, { returnArrays: true })
    return {
      statement,
      columns: columnNames(statement),
      reads: [...reads].map(versions.of),
      writes: [...writes].map(versions.of),
    }
  }
}

const SCHEMA = 'sqlite_master'

const ROW_CHANGES: ReadonlySet<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
])

const HARMLESS: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_RECURSIVE,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_PRAGMA,
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_SAVEPOINT,
])

/** A Map keeps the order of insertion, and what is used is inserted anew. */
function dropOldest(kept: Map<string, PreparedStatement>): void {
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
function toObject(prepared: PreparedStatement, row: unknown): Record<string, unknown> {
  const values = row as unknown[]
  // A migration by a newer process can widen `select *`: SQLite prepares again by itself, the names do not.
  if (values.length !== prepared.columns.length) prepared.columns = columnNames(prepared.statement)
  const object: Record<string, unknown> = {}
  let index = 0
  for (const column of prepared.columns) object[column] = values[index++]
  return object
}
