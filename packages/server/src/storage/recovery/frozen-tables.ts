import type { RecoveryRow } from '@colophon/contract'

/** What a copy holds. */
export interface Frozen {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  /** Of the objects' catalogue. */
  readonly blobs: { readonly count: number; readonly bytes: number }
}

/**
 * Copies of every recovered table as they stood at one moment between two commits. They are on disk beside
 * the database, so that they outlive the process and every process reads them.
 */
export interface FrozenTables {
  /** Copies while writers go on. What a failed copy leaves behind is dropped by its id. */
  freeze(id: string): Promise<Frozen>
  /** Rows in the order of the table's key. */
  rows(id: string, table: string, from: { offset: number; limit: number }): Promise<RecoveryRow[]>
  hasObject(id: string, sha256: string): Promise<boolean>
  /** Safe to repeat, and for what was never made. */
  drop(id: string): Promise<void>
}
