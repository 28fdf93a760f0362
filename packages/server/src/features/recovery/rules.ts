import { type AnswerOf, type Operations, RECOVERY_LIMITS } from '@colophon/contract'
import { problem } from '../../core/problem.ts'
import type { Frozen, FrozenRow } from '../../storage/recovery/frozen-tables.ts'
import type { SnapshotRow } from '../../storage/rows/site.ts'

type SnapshotView = AnswerOf<Operations['getSnapshot']>

export function manifestOf(frozen: Frozen, schemaVersion: number): SnapshotView['manifest'] {
  return { version: 2, schema_version: schemaVersion, tables: [...frozen.tables], blobs: frozen.blobs }
}

export function snapshotView(row: SnapshotRow): SnapshotView {
  if (row.manifest === null) throw new Error(`snapshot ${row.snapshot_id} has no manifest`)
  return {
    snapshot_id: row.snapshot_id,
    created_at: row.created_at,
    state: row.state === 'captured' ? 'captured' : 'released',
    manifest: JSON.parse(row.manifest) as SnapshotView['manifest'],
  }
}

export function requireRoom(captured: number): void {
  if (captured >= RECOVERY_LIMITS.snapshots)
    throw problem('snapshot_limit', 'Release one of the captured snapshots first.')
}

export function requireCaptured(row: SnapshotRow): void {
  if (row.state !== 'captured')
    throw problem('invalid_state', 'The snapshot was released: its copies are gone.')
}

/**
 * As many of the rows as a page holds, at least one: the recovery page that is made of them has to fit, so
 * its envelope and commas count.
 */
export function clipPage(table: string, rows: readonly FrozenRow[]): FrozenRow[] {
  const clipped: FrozenRow[] = []
  let bytes = JSON.stringify({ kind: 'rows', rows: [], table }).length
  for (const row of rows) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + (clipped.length === 0 ? 0 : 1)
    if (bytes > (clipped.length === 0 ? RECOVERY_LIMITS.largestPageBytes : RECOVERY_LIMITS.pageBytes)) break
    clipped.push(row)
  }
  if (clipped.length === 0 && rows.length > 0)
    throw new Error(`a row of ${table} is larger than any recovery page`)
  return clipped
}
