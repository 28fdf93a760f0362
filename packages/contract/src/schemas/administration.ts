import {
  Count,
  component,
  Hash,
  Instant,
  nullable,
  oneOf,
  optional,
  strictObject,
  Timestamp,
  Uuid,
} from '../fields.ts'
import { LEGACY_LIMITS, RECOVERY_LIMITS } from '../limits.ts'
import { Type } from '../schema.ts'
import { page } from './page.ts'

/** Numbers by name. */
const Counts = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0 },
})

/** One act that changed something, and who did it. */
export const AuditRecord = component('AuditRecord', {
  audit_id: Uuid,
  at: Timestamp,
  actor_id: Type.String({ description: 'The identity; `operator` for a command on the machine itself.' }),
  actor_label: Type.String(),
  action: Type.String({
    description:
      'The operation’s name; `authorizeClient` where somebody gave an application a part of a bearer.',
  }),
  target: nullable(Type.String()),
  topic_id: nullable(Type.String()),
  reason: nullable(Type.String()),
})
/** A page of the audit log. */
export const AuditPage = page('AuditPage', AuditRecord)

/** What is stored, and how much more may be. */
export const Capacity = component('Capacity', {
  objects: component('ObjectCapacity', {
    count: Count,
    bytes: Count,
    kinds: Type.Array(component('ObjectKindCapacity', { kind: Type.String(), count: Count, bytes: Count })),
  }),
  database_bytes: Count,
  free_bytes: nullable(
    Type.Integer({ minimum: 0, description: 'Free where the database lies; null where that is elsewhere.' }),
  ),
  rows: Counts,
  limits: Counts,
})

/** What a snapshot holds. */
export const SnapshotManifest = component('SnapshotManifest', {
  version: Type.Literal(2),
  schema_version: Count,
  tables: Type.Array(component('SnapshotTable', { name: Type.String(), rows: Count })),
  blobs: component('SnapshotBlobs', { count: Count, bytes: Count }),
})

/** All tables and objects at one moment. */
export const Snapshot = component('Snapshot', {
  snapshot_id: Uuid,
  created_at: Timestamp,
  state: oneOf(['captured', 'released']),
  manifest: SnapshotManifest,
})
/** A page of snapshots. */
export const SnapshotPage = page('SnapshotPage', Snapshot)

/** Rows of one table of a snapshot. */
export const SnapshotRows = component('SnapshotRows', {
  table: Type.String(),
  offset: Count,
  rows: Type.Array(
    Type.Unsafe<Record<string, string | number | null>>({
      type: 'object',
      additionalProperties: { type: ['string', 'integer', 'null'] },
    }),
  ),
  next_offset: nullable(
    Type.Integer({ minimum: 0, description: 'null on the empty page, which is the end.' }),
  ),
})

/** Bytes that were stored for a recovery. */
export const StagedMaterial = component('StagedMaterial', { sha256: Hash, bytes: Count })

/** A manifest as a restore takes it: each table leads to the first page of its index. */
export const RestoreManifest = strictObject({
  version: Type.Literal(2),
  schema_version: Count,
  created_at: Instant,
  tables: Type.Array(
    strictObject({
      name: Type.String({ maxLength: RECOVERY_LIMITS.tableNameCharacters }),
      rows: Count,
      index: Hash,
    }),
    { maxItems: RECOVERY_LIMITS.manifestTables },
  ),
  blobs: strictObject({ count: Count, bytes: Count }),
})

/** A whole small site in one JSON value. */
export const LegacySnapshot = strictObject({
  version: Type.Literal(1),
  created_at: Instant,
  tables: Type.Unsafe<Record<string, Record<string, string | number | null>[]>>({
    type: 'object',
    maxProperties: RECOVERY_LIMITS.manifestTables,
    additionalProperties: {
      type: 'array',
      maxItems: LEGACY_LIMITS.tableRows,
      items: { type: 'object' },
    },
  }),
  objects: Type.Array(
    strictObject({ sha256: Hash, base64: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }) }),
    { maxItems: LEGACY_LIMITS.objects },
  ),
})

/** The steps of a recovery, in their order. */
export const RecoveryPhase = oneOf(['verify_blobs', 'load_tables', 'build_projections', 'complete'])

/** Where a recovery stands. */
export const RecoveryJob = component('RecoveryJob', {
  job_id: Uuid,
  kind: oneOf(['restore', 'rebuild']),
  state: oneOf(['running', 'complete']),
  phase: RecoveryPhase,
  cursor: nullable(
    Type.String({ description: 'Opaque: it is sent back as `expected_cursor` with the next step.' }),
  ),
  offset: Count,
  progress: component('RecoveryProgress', {
    done: Type.Integer({ minimum: 0, description: 'Of the phase.' }),
    total: Count,
  }),
  started_at: Timestamp,
  completed_at: nullable(Timestamp),
})

/** The newest recovery; null where none was started. */
export const NewestRecoveryJob = component('NewestRecoveryJob', { job: nullable(RecoveryJob) })

/** Starts a restore from a manifest or a snapshot, or a rebuild from the records. */
export const StartRecovery = strictObject({
  kind: oneOf(['restore', 'rebuild']),
  manifest: optional(RestoreManifest),
  snapshot: optional(LegacySnapshot),
})

/** The place where the caller believes the job to stand. At any other it does not go on. */
export const ContinueRecovery = strictObject({
  expected_phase: RecoveryPhase,
  expected_cursor: optional(Type.String({ maxLength: RECOVERY_LIMITS.cursorCharacters })),
  expected_offset: Count,
})
