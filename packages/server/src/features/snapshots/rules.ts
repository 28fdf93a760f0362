import { type AnswerOf, isCaptured, type Operations, RECOVERY_LIMITS } from '@colophon/contract'
import { problem } from '../../core/problem.ts'
import type { Frozen } from '../../storage/recovery/recovery-tables.ts'
import type { SnapshotRow } from '../../storage/rows/site.ts'

type SnapshotView = AnswerOf<Operations['getSnapshot']>

export function manifestOf(frozen: Frozen, schemaVersion: number): SnapshotView['manifest'] {
  return { version: 2, schema_version: schemaVersion, tables: [...frozen.tables], blobs: frozen.blobs }
}

export function snapshotView(row: SnapshotRow): SnapshotView {
  if (row.manifest === null || row.state === 'making')
    throw new Error(`snapshot ${row.snapshot_id} has no manifest`)
  return {
    snapshot_id: row.snapshot_id,
    created_at: row.created_at,
    state: row.state,
    manifest: JSON.parse(row.manifest) as SnapshotView['manifest'],
  }
}

export function requireSpace(captured: number): void {
  if (captured >= RECOVERY_LIMITS.snapshots)
    throw problem('snapshot_limit', 'Release one of the captured snapshots first.')
}

export function requireCaptured(row: SnapshotRow): void {
  if (row.state === 'making' || !isCaptured(row.state))
    throw problem('invalid_state', 'The snapshot is released and its copies are deleted. Capture another.')
}
