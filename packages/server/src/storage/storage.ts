import type { Kysely, Transaction } from 'kysely'
import type { FrozenTables } from './recovery/recovery-tables.ts'
import type { Tables } from './tables.ts'

/** A handle for reads: outside a transaction, or the transaction itself. */
export type Db = Kysely<Tables>

/** A handle for writes: only `Storage.write` hands one out. */
export type Tx = Transaction<Tables>

/**
 * Projections that are made anew beside those in use: the same code writes either, for the handle decides which
 * is meant.
 */
export interface RebuiltTables {
  /** Makes them, empty, with the columns, keys and indexes of those in use. */
  prepare(tx: Tx): Promise<void>
  /** A handle that means them wherever a query names a projection. */
  into<D extends Db | Tx>(db: D): D
  /** Puts them in the place of those in use. */
  swap(tx: Tx): Promise<void>
}

/** What was committed at some time; `version` is the same as long as nothing else is. */
export interface Moment {
  readonly version: number
}

/** How to ask a database that makes everybody wait what is committed now. */
export interface Moments {
  /**
   * Holds whatever was committed before it was asked for, in any process. Those who ask at the same time share one
   * question. Rejects when the database does not answer.
   */
  now(): Promise<Moment>
  /** Some reads are of a replica, where it has all of the moment. */
  readonly hasReplica: boolean
  /** Runs reads that see at least what the moment holds; outside of it everything is read from the primary. */
  reading<T>(moment: Moment, work: () => Promise<T>): Promise<T>
}

/** How much there is: objects by kind, and rows by table. */
export interface RowCounts {
  readonly kinds: readonly { readonly kind: string; readonly count: number; readonly bytes: number }[]
  readonly rows: Readonly<Record<string, number>>
}

/**
 * The two engines behind the thinnest honest seam. There is no ambient database: every store function
 * takes a `Tx` (writes) or a `Db` (reads) first, so that a query cannot leave its transaction.
 */
export interface Storage {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Db
  /**
   * Runs `work` in a transaction and answers after it is durable. Works follow one another, in every process: each sees
   * all that committed before it, and their order is that of their commits. Works that wait share a transaction. One may
   * run again when another failed, so it must have no effect outside its transaction.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A number that changes whenever another commit becomes visible to `read`; null where asking costs as
   * much as the query itself. What was read under the same data version may be used again.
   */
  dataVersion(): number | null
  /** In the place of `dataVersion` where that is null. */
  readonly moments: Moments | null
  /** The database's own time at this moment; null where it has no clock but the machine's. */
  time(db: Db): Promise<string | null>
  /** Bytes that the database occupies. */
  size(): Promise<number>
  /** Bytes that are free where the database lies; null where that is not this machine. */
  free(): Promise<number | null>
  /** How much there is, without holding up anybody. */
  counts(): Promise<RowCounts>
  /** What the copies of snapshots are kept in. */
  readonly frozen: FrozenTables
  /** Projections made anew beside those in use. */
  readonly rebuilt: RebuiltTables
  /** Rejects when the database does not answer, and from a write that it refused until one commits again. */
  ping(): Promise<void>
  /** Makes one small write, and takes it back: does the database take writes now? */
  takesWrites(): Promise<boolean>
  close(): Promise<void>
}

/** A database as its engine opens it. */
export type EngineStorage = Omit<Storage, 'takesWrites'>
