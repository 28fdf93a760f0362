import type { Kysely, Transaction } from 'kysely'
import type { FrozenTables } from './frozen-tables.ts'
import type { Tables } from './tables.ts'

/** A handle for reads: outside a transaction, or the transaction itself. */
export type Db = Kysely<Tables>

/** A handle for writes: only `Storage.write` hands one out. */
export type Tx = Transaction<Tables>

/**
 * The two engines behind the thinnest honest seam. There is no ambient database: every store function
 * takes a `Tx` (writes) or a `Db` (reads) first, so that a query cannot leave its transaction.
 */
export interface Storage {
  readonly engine: 'sqlite' | 'postgres'
  readonly read: Db
  /**
   * Runs `work` in one serializable transaction and answers after it is durable. It is run again when the
   * engine reports a conflict, so `work` must have no effect outside its transaction.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A number that changes whenever another commit becomes visible to `read`; null where asking costs as
   * much as the query itself. What was read under the same stamp may be used again.
   */
  stamp(): number | null
  /** The database's own time at this moment; null where it has no clock but the machine's. */
  time(db: Db): Promise<string | null>
  /** Bytes that the database occupies. */
  size(): Promise<number>
  /** Bytes that are free where the database lies; null where that is not this machine. */
  free(): Promise<number | null>
  /** What the copies of snapshots are kept in. */
  readonly frozen: FrozenTables
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
