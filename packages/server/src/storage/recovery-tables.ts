import type { Tables } from './tables.ts'

/** Rows in the order of their primary key, so that an offset means the same row for good. */
interface Recovered<T extends keyof Tables> {
  readonly key: readonly (keyof Tables[T] & string)[]
  /** Only the rows that have this value. */
  readonly only?: readonly [column: keyof Tables[T] & string, value: string]
}

interface LeftOut {
  readonly leftOut: string
}

const PROJECTION = { leftOut: 'a projection: made again from the records and the objects' }

/** Every table, either recovered or left out with the reason: a new one that is neither does not compile. */
const RECOVERY = {
  objects: { key: ['sha256'] },
  topics: { key: ['id'] },
  policies: { key: ['policy_hash'] },
  visibility_changes: { key: ['change_id'] },
  identities: { key: ['identity_id'] },
  tokens: { key: ['token_id'] },
  proposals: { key: ['proposal_hash'] },
  candidates: { key: ['candidate_hash'] },
  publications: { key: ['publication_hash'] },
  suggestions: { key: ['suggestion_id'] },
  tasks: { key: ['task_id'] },
  task_prerequisites: { key: ['task_id', 'prerequisite_id'] },
  definitions: { key: ['definition_hash'] },
  resolutions: { key: ['resolution_hash'] },
  retirements: { key: ['retirement_hash'] },
  feedback: { key: ['feedback_id'] },
  signal_reports: { key: ['identity_id', 'entry_id', 'day', 'target_hash'] },
  signal_events: { key: ['occurred_at', 'event_id'] },
  allowance_days: { key: ['identity_id', 'day'] },
  // Those of networks are made from addresses, and worth nothing after their hour.
  registration_counts: { key: ['period', 'subject'], only: ['subject', 'site'] },
  review_plans: { key: ['plan_id'] },
  reviews: { key: ['review_hash'] },
  evidence: { key: ['evidence_id'] },
  idempotency: { key: ['key_hash'] },
  audit: { key: ['at', 'audit_id'] },
  blobs: { leftOut: 'the bytes travel as blobs, each held to its hash' },
  site: { leftOut: 'facts of this installation: its address, its maintenance lock' },
  sessions: { leftOut: 'a restored site has no sessions: browsers sign in again' },
  snapshots: { leftOut: 'their copies stay with this installation' },
  snapshot_rows: { leftOut: 'the copies themselves' },
  entries: PROJECTION,
  revisions: PROJECTION,
  aliases: PROJECTION,
  topic_counts: PROJECTION,
  lineage_nodes: PROJECTION,
  lineage_edges: PROJECTION,
  signal_moments: PROJECTION,
  signal_buckets: PROJECTION,
  search_topics: PROJECTION,
  search_changes: PROJECTION,
  search_segments: PROJECTION,
} as const satisfies { readonly [T in keyof Tables]: Recovered<T> | LeftOut }

/** A table that snapshots hold. */
export interface RecoveredTable {
  readonly name: string
  readonly key: readonly string[]
  readonly only: readonly [column: string, value: string] | null
}

export const RECOVERED_TABLES: readonly RecoveredTable[] = Object.entries(RECOVERY).flatMap(([name, plan]) =>
  'leftOut' in plan ? [] : [{ name, key: plan.key, only: 'only' in plan ? plan.only : null }],
)

/** The tables that no snapshot holds, with the reasons. */
export const TABLES_LEFT_OUT: readonly (readonly [name: string, reason: string])[] = Object.entries(
  RECOVERY,
).flatMap(([name, plan]) => ('leftOut' in plan ? [[name, plan.leftOut] as const] : []))

export function isRecovered(name: string): boolean {
  return RECOVERED_TABLES.some((table) => table.name === name)
}
