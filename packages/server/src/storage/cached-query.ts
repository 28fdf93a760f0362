import type { CompiledQuery } from 'kysely'
import { createAskedBefore } from '../core/asked-before.ts'
import { type DirectExecutor, directExecutorOf, type KeptRows } from './direct-executor.ts'
import { holdsSame, noteRead } from './noted-reads.ts'
import type { PreparedQuery } from './portable.ts'
import { keptReadsOf } from './postgres/kept-reads.ts'
import type { Db } from './storage.ts'

/** Answers kept of one query; more than the hot set of any request, and a bound. */
export const KEPT_ROWS = 4096

/**
 * A query whose first row, once it was asked for again, is used until a table that it reads has changed, whoever changed it. Inside a
 * transaction that has changed one itself, and outside of one on PostgreSQL, it asks each time. The rows are
 * shared: never change one.
 *
 * That there is no row is kept in the same place, in the same way, and pushed out by the same rule: else a name that
 * is hidden would be answered in another time than one that does not exist.
 */
export function cachedQuery<P extends Readonly<Record<string, string>>, R>(
  query: PreparedQuery<P, R>,
): (db: Db, parameters: P) => Promise<R | null> {
  return cached(query, {
    ask: (db, parameters) => query.first(db, parameters),
    read: (direct, filled) => direct.first(filled) as R | null,
  })
}

/** The same for all rows of a query that has few. */
export function cachedRows<P extends Readonly<Record<string, string>>, R>(
  query: PreparedQuery<P, R>,
): (db: Db, parameters: P) => Promise<readonly R[]> {
  return cached<P, R, readonly R[]>(query, {
    ask: (db, parameters) => query.all(db, parameters),
    read: (direct, filled) => direct.run(filled).rows as R[],
  })
}

interface Reading<P, A> {
  ask(db: Db, parameters: P): Promise<A>
  read(direct: DirectExecutor, filled: CompiledQuery): A
}

function cached<P extends Readonly<Record<string, string>>, R, A>(
  query: PreparedQuery<P, R>,
  { ask, read }: Reading<P, A>,
): (db: Db, parameters: P) => Promise<A> {
  const readNow = (direct: DirectExecutor, filled: CompiledQuery): A => {
    const version = direct.version(filled)
    if (version === null) return read(direct, filled)
    const { rows, isAskedAgain } = rowsUnder(direct, query, version)
    const key = filled.parameters.join('\n')
    const known = rows.get(key)
    // Nothing may be awaited here: what a commit has overtaken must not be kept.
    const row = known === undefined ? read(direct, filled) : known
    if (known !== undefined || isAskedAgain(key)) keepLatest(rows, key, row)
    return row as A
  }
  return async (db, parameters) => {
    const direct = directExecutorOf(db)
    if (direct === null) {
      const reads = keptReadsOf(db)
      if (reads === null) return ask(db, parameters)
      return reads.read(query, query.fill(db, parameters), () => ask(db, parameters))
    }
    const filled = query.fill(db, parameters)
    const found = readNow(direct, filled)
    noteRead(() => () => holdsSame(readNow(direct, filled), found))
    return found
  }
}

function rowsUnder({ kept }: DirectExecutor, query: object, version: number): KeptRows {
  let memory = kept.get(query)
  if (memory === undefined) {
    memory = { version, rows: new Map(), isAskedAgain: createAskedBefore(KEPT_ROWS) }
    kept.set(query, memory)
  }
  if (memory.version !== version) {
    memory.rows.clear()
    memory.version = version
  }
  return memory
}

/** A Map keeps the order of insertion: what is in use stays, whatever flood of names passes by. */
function keepLatest(rows: Map<string, unknown>, key: string, row: unknown): void {
  rows.delete(key)
  rows.set(key, row)
  if (rows.size <= KEPT_ROWS) return
  const [oldest] = rows.keys()
  if (oldest !== undefined) rows.delete(oldest)
}
