import type { Compiled } from './portable.ts'
import type { Db, Storage } from './storage.ts'

/** Rows kept under one stamp; more than the hot set of any request, and a bound. */
const KEPT_ROWS = 4096

interface Memory {
  stamp: number | null
  readonly rows: Map<string, unknown>
}

interface Source {
  readonly stamp: () => number | null
  readonly memories: Map<object, Memory>
}

const sources = new WeakMap<Db, Source>()

/** Lets `fresh` queries on this storage's read handle be answered from memory while nothing was committed. */
export function keepFresh(storage: Storage): void {
  sources.set(storage.read, { stamp: storage.stamp, memories: new Map() })
}

/**
 * A query whose first row is used again until another commit is visible. Inside a transaction, and on an
 * engine without a stamp, it asks each time. The rows are shared: never change one.
 */
export function fresh<P extends Readonly<Record<string, string>>, R>(
  query: Compiled<P, R>,
): (db: Db, parameters: P) => Promise<R | null> {
  const identity = {}
  return async (db, parameters) => {
    const source = sources.get(db)
    const stamp = source?.stamp() ?? null
    if (source === undefined || stamp === null) return query.first(db, parameters)
    const rows = rowsUnder(source, identity, stamp)
    const key = Object.values(parameters).join('\n')
    const known = rows.get(key)
    // Only rows are remembered: a flood of unknown names must not push them out.
    if (known !== undefined) return known as R
    const row = await query.first(db, parameters)
    if (row !== null && rows.size < KEPT_ROWS) rows.set(key, row)
    return row
  }
}

function rowsUnder(source: Source, identity: object, stamp: number): Map<string, unknown> {
  let memory = source.memories.get(identity)
  if (memory === undefined) {
    memory = { stamp, rows: new Map() }
    source.memories.set(identity, memory)
  }
  if (memory.stamp !== stamp) {
    memory.rows.clear()
    memory.stamp = stamp
  }
  return memory.rows
}
