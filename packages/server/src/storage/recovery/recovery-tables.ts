import { RECOVERED_TABLES as BY_NAME, type RecoveredName, type RecoveryRow } from '@colophon/contract'
import type { Tables } from '../tables.ts'

const PROJECTION = 'a projection: made again from the records and the objects'
const DERIVED = 'derived: search makes it again from the list of a topic, as soon as that is made anew'

/** Every table that no recovery holds, with the reason: a new one that is neither does not compile. */
const LEFT_OUT = {
  blobs: 'the bytes travel as blobs, each held to its hash',
  site: 'facts of this installation: its address, its maintenance lock',
  sessions: 'a restored site has no sessions: browsers sign in again',
  authorizations: 'of a minute: on a restored site clients ask again',
  snapshots: 'their copies stay with this installation',
  snapshot_rows: 'the copies themselves',
  staged_blobs: 'what was staged here for a recovery of this installation',
  recovery_jobs: 'work of this installation: a restored site is in the middle of none',
  entries: PROJECTION,
  revisions: PROJECTION,
  aliases: PROJECTION,
  topic_counts: PROJECTION,
  lineage_nodes: PROJECTION,
  lineage_edges: PROJECTION,
  changes: PROJECTION,
  log_entries: PROJECTION,
  log_tiles: PROJECTION,
  signal_moments: PROJECTION,
  signal_buckets: PROJECTION,
  search_topics: PROJECTION,
  search_changes: PROJECTION,
  search_segments: PROJECTION,
  search_progress: DERIVED,
  search_documents: DERIVED,
} as const satisfies Record<Exclude<keyof Tables, RecoveredName>, string>

/** A table that snapshots hold: rows in the order of their primary key, so that an offset means the same row for good. */
export interface RecoveredTableName {
  readonly name: RecoveredName & keyof Tables
  readonly key: readonly string[]
  /** Columns of earlier versions, which rows may have and tables have not. */
  readonly former: readonly string[]
  /** Columns that rows of earlier versions lack, and that are null there. */
  readonly later: readonly string[]
  /** Only the rows that have this value. */
  readonly only: readonly [column: string, value: string] | null
}

export const COPIED_TABLES: readonly RecoveredTableName[] = Object.entries(BY_NAME).map(([name, table]) => ({
  // The keys of a constant are its keys.
  name: name as RecoveredName,
  key: table.key,
  former: 'former' in table ? table.former : [],
  later: 'later' in table ? table.later : [],
  only: 'only' in table ? table.only : null,
}))

/** The tables that no snapshot holds, with the reasons. */
export const TABLES_LEFT_OUT: readonly (readonly [name: string, reason: string])[] = Object.entries(LEFT_OUT)

/** The tables that a rebuild makes anew. */
export const PROJECTIONS: readonly string[] = Object.entries(LEFT_OUT).flatMap(([name, reason]) =>
  reason === PROJECTION ? [name] : [],
)

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
  /** False once the process that made it has come to its end, or to any other. */
  isMaking(id: string): Promise<boolean>
  /** Removes what no snapshot names; `named` is asked after it was seen what there is. */
  sweep(named: () => Promise<ReadonlySet<string>>): Promise<void>
}
