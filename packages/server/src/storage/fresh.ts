import { type DirectExecutor, directExecutorOf } from './direct-executor.ts'
import type { Compiled } from './portable.ts'
import type { Db } from './storage.ts'

/** Rows kept of one query; more than the hot set of any request, and a bound. */
const KEPT_ROWS = 4096

/**
 * A query whose first row is used again until a table that it reads has changed, whoever changed it. Inside a
 * transaction that has changed one itself, and on an engine that cannot tell, it asks each time. The rows are
 * shared: never change one.
 */
export function fresh<P extends Readonly<Record<string, string>>, R>(
  query: Compiled<P, R>,
): (db: Db, parameters: P) => Promise<R | null> {
  return async (db, parameters) => {
    const direct = directExecutorOf(db)
    if (direct === null) return query.first(db, parameters)
    const filled = query.fill(db, parameters)
    const version = direct.version(filled)
    if (version === null) return direct.first(filled) as R | null
    const rows = rowsUnder(direct, query, version)
    const key = filled.parameters.join('\n')
    const known = rows.get(key)
    if (known !== undefined) return known as R
    // Nothing may be awaited here: what a commit has overtaken must not be kept.
    const row = direct.first(filled)
    // Only rows are remembered: a flood of unknown names must not push them out.
    if (row !== null && rows.size < KEPT_ROWS) rows.set(key, row)
    return row as R | null
  }
}

function rowsUnder({ kept }: DirectExecutor, query: object, version: number): Map<string, unknown> {
  let memory = kept.get(query)
  if (memory === undefined) {
    memory = { version, rows: new Map() }
    kept.set(query, memory)
  }
  if (memory.version !== version) {
    memory.rows.clear()
    memory.version = version
  }
  return memory.rows
}
