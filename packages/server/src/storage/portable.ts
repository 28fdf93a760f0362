import type {
  Compilable,
  CompiledQuery,
  DeleteResult,
  InsertObject,
  InsertResult,
  UpdateResult,
} from 'kysely'
import { directExecutorOf } from './direct-executor.ts'
import { nameStatement } from './postgres/pool.ts'
import { leaveUncounted } from './postgres/uncounted.ts'
import type { Db, Tx } from './storage.ts'
import type { Tables } from './tables.ts'

/** A Kysely query that is built once for each engine; `P` are its parameters, `R` its rows. */
export interface PreparedQuery<P, R> {
  first(db: Db, parameters: P): Promise<R | null>
  all(db: Db, parameters: P): Promise<R[]>
  /** Answers how many rows were inserted, updated or deleted. */
  run(tx: Tx, parameters: P): Promise<number>
  /** The same for whoever does not ask how many: PostgreSQL need not be waited for. */
  send(tx: Tx, parameters: P): Promise<void>
  /** The statement with its parameters, for whoever runs it himself. */
  fill(db: Db, parameters: P): CompiledQuery<R>
}

type Build<P, O> = (db: Db, p: <K extends keyof P & string>(name: K) => P[K]) => Compilable<O>
type RowOf<O> = O extends InsertResult | UpdateResult | DeleteResult ? never : O

/**
 * `preparedQuery<{ id: string }>()((db, p) => db.selectFrom('topics').selectAll().where('id', '=', p('id')))`
 * builds the query at its first use on an engine and from then on only fills in the parameters: building
 * costs five times as much as running. A parameter stands for one bound value, so compare what may be null
 * with `is not distinct from`, and build queries over lists afresh.
 */
export function preparedQuery<P extends object>(): <O>(build: Build<P, O>) => PreparedQuery<P, RowOf<O>> {
  return <O>(build: Build<P, O>) => {
    const plans = new Map<unknown, Plan<RowOf<O>>>()
    const fillFor = (db: Db, parameters: P) => {
      const executor = db.getExecutor()
      // A handle with a plugin means other tables.
      const dialect = executor.plugins[0] ?? executor.adapter.constructor
      let plan = plans.get(dialect)
      if (plan === undefined) {
        plan = makePlan<P, O>(db, build)
        plans.set(dialect, plan)
      }
      return fill(plan, parameters)
    }
    const execute = (db: Db, filled: CompiledQuery<RowOf<O>>) => db.getExecutor().executeQuery(filled)
    // Each asks the engine at once where it can: a promise more for each statement is felt.
    return {
      fill: fillFor,
      async first(db, parameters) {
        const filled = fillFor(db, parameters)
        const direct = directExecutorOf(db)
        if (direct !== null) {
          direct.note(filled)
          return direct.first(filled) as RowOf<O> | null
        }
        return (await execute(db, filled)).rows[0] ?? null
      },
      async all(db, parameters) {
        const filled = fillFor(db, parameters)
        const direct = directExecutorOf(db)
        if (direct !== null) {
          direct.note(filled)
          return direct.run(filled).rows as RowOf<O>[]
        }
        return (await execute(db, filled)).rows
      },
      async run(tx, parameters) {
        const filled = fillFor(tx, parameters)
        const direct = directExecutorOf(tx)
        if (direct !== null) return direct.run(filled).changes
        return Number((await execute(tx, filled)).numAffectedRows ?? 0n)
      },
      async send(tx, parameters) {
        const filled = fillFor(tx, parameters)
        const direct = directExecutorOf(tx)
        if (direct === null) await execute(tx, leaveUncounted(filled))
        else direct.run(filled)
      },
    }
  }
}

/** Stands for a parameter while the query is built. */
class Marker {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface Plan<R> {
  readonly query: CompiledQuery<R>
  readonly slots: readonly unknown[]
}

function makePlan<P extends object, O>(db: Db, build: Build<P, O>): Plan<RowOf<O>> {
  const asked = new Set<string>()
  // The builder only passes the marker on, so its static type is that of the value to come.
  const compilable = build(db, (name) => {
    asked.add(name)
    return new Marker(name) as never
  })
  const query = compilable.compile() as CompiledQuery<RowOf<O>>
  for (const slot of query.parameters) if (slot instanceof Marker) asked.delete(slot.name)
  if (asked.size > 0) throw new Error(`A compiled query lost its parameters: ${[...asked].join(', ')}`)
  nameStatement(query.sql)
  return { query, slots: query.parameters }
}

function fill<R>(plan: Plan<R>, parameters: object): CompiledQuery<R> {
  const values = plan.slots.map((slot) =>
    slot instanceof Marker ? parameterNamed(parameters, slot.name) : slot,
  )
  const { query, queryId, sql } = plan.query
  return { query, queryId, sql, parameters: values }
}

function parameterNamed(parameters: object, name: string): unknown {
  const value = (parameters as Record<string, unknown>)[name]
  if (value === undefined) throw new Error(`A compiled query was run without its parameter "${name}"`)
  return value
}

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** Did the error, or what caused it, come from a primary key or a unique index, on either engine? */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isUniqueViolation(error.cause)) return true
  if ('errcode' in error) {
    return error.errcode === SQLITE_CONSTRAINT_PRIMARYKEY || error.errcode === SQLITE_CONSTRAINT_UNIQUE
  }
  return 'code' in error && error.code === '23505'
}

const SQLITE_FULL = 13
const SQLITE_IOERR_SHMSIZE = 4874

/** Did the error, or what caused it, come from a disk without room, on either engine? */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isFullDisk(error.cause)) return true
  if ('errcode' in error) return error.errcode === SQLITE_FULL || error.errcode === SQLITE_IOERR_SHMSIZE
  return 'code' in error && (error.code === '53100' || error.code === 'ENOSPC')
}

/** Primary codes of SQLite: read-only, an input or output error, full, and a log that cannot be opened. */
const SQLITE_REFUSALS: readonly number[] = [8, 10, SQLITE_FULL, 14]
/** Disk full, a read-only transaction, and what the file system says. */
const REFUSALS: readonly unknown[] = ['53100', '25006', 'ENOSPC', 'EROFS', 'EACCES']

/** Does the error, or what caused it, say that the database takes no writes now, on either engine? */
export function isRefusedWrite(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isRefusedWrite(error.cause)) return true
  if ('errcode' in error) return SQLITE_REFUSALS.includes(Number(error.errcode) & 0xff)
  return 'code' in error && REFUSALS.includes(error.code)
}

/**
 * A compiled insert of whole rows, which answers 1; every column is named, so that a forgotten one does not compile.
 */
export function insertRow<T extends keyof Tables & string>(
  table: T,
  columns: { [C in keyof Tables[T] & string]: true },
): (tx: Tx, row: Tables[T]) => Promise<number> {
  const names = Object.keys(columns) as (keyof Tables[T] & string)[]
  const insert = preparedQuery<Tables[T] & Readonly<Record<string, unknown>>>()((db, p) =>
    // The row is made of all columns of this table, which the signature holds but the builder cannot see.
    db
      .insertInto(table)
      .values(Object.fromEntries(names.map((name) => [name, p(name)])) as InsertObject<Tables, T>),
  )
  return (tx, row) => insert.run(tx, row as Tables[T] & Readonly<Record<string, unknown>>)
}
