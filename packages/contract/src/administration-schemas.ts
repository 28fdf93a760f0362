import Type from 'typebox'
import { Count, component, Hash, nullable, oneOf, Timestamp, Uuid } from './fields.ts'
import { page } from './schemas.ts'

/** Numbers by name. */
const Counts = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0 },
})

export const AuditRecord = component('AuditRecord', {
  audit_id: Uuid,
  at: Timestamp,
  actor_id: Type.String({ description: 'The identity; `operator` for a command on the machine itself.' }),
  actor_label: Type.String(),
  action: Type.String({ description: 'The operation’s name.' }),
  target: nullable(Type.String()),
  topic_id: nullable(Type.String()),
  reason: nullable(Type.String()),
})
export const AuditPage = page('AuditPage', AuditRecord)

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

export const SnapshotManifest = component('SnapshotManifest', {
  version: Type.Literal(2),
  schema_version: Count,
  tables: Type.Array(component('SnapshotTable', { name: Type.String(), rows: Count })),
  blobs: component('SnapshotBlobs', { count: Count, bytes: Count }),
})

export const Snapshot = component('Snapshot', {
  snapshot_id: Uuid,
  created_at: Timestamp,
  state: oneOf(['captured', 'released']),
  manifest: SnapshotManifest,
})
export const SnapshotPage = page('SnapshotPage', Snapshot)

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

export const StagedMaterial = component('StagedMaterial', { sha256: Hash, bytes: Count })
