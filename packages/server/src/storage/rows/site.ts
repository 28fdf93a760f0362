import type { ClosedLists } from '@colophon/contract'

/** Facts about the site as a whole, such as the maintenance lock. */
export interface SiteRow {
  name: string
  value: string
}

/** The stored outcome of a command; `key_hash` is the beginning of a hash of identity, method, path and key. */
export interface IdempotencyRow {
  key_hash: string
  input_hash: string
  status: number
  body: string
  created_at: string
  /** null: kept for good. */
  expires_at: string | null
}

export interface AuditRow {
  audit_id: string
  at: string
  actor_id: string
  actor_label: string
  action: string
  target: string | null
  topic_id: string | null
  reason: string | null
}

/** A capture of every recovered table (see `recovery-tables.ts`). */
export interface SnapshotRow {
  snapshot_id: string
  created_at: string
  /** `making`, `captured`, `released`. */
  /** `making` until its rows and objects are kept. */
  state: ClosedLists['snapshotState'] | 'making'
  /** JSON of the manifest; null while it is made. */
  manifest: string | null
  /** 1 from before the first byte of its copy until after the last is gone. */
  has_copy: number
}

/** A row of a snapshot on PostgreSQL; on SQLite the copy is a file of its own. */
export interface SnapshotRowRow {
  snapshot_id: string
  table_name: string
  /** 0, 1, 2 ... in the order of the table's key. */
  position: number
  /** Of a row of the objects' catalogue. */
  object_hash: string | null
  /** JSON. */
  row: string
}

/** Bytes that were staged for a recovery: nothing may ever name them. */
export interface StagedBlobRow {
  sha256: string
  /** The last time. */
  staged_at: string
}

/** A restore or a rebuild, and where it stands: each step is one commit. */
export interface RecoveryJobRow {
  job_id: string
  /** `restore`, `rebuild`. */
  kind: ClosedLists['recoveryKind']
  /** `running`, `complete`. */
  state: ClosedLists['recoveryState']
  phase: ClosedLists['recoveryPhase']
  /** Where the next step begins: JSON of a list, told to nobody but as opaque text. */
  cursor: string | null
  offset: number
  /** Of the phase. */
  done: number
  total: number
  /** JSON: what the next step has to know of the ones before. */
  carried: string
  /** JSON of a restore's manifest. */
  manifest: string | null
  started_at: string
  completed_at: string | null
}
