import { RECOVERY_LIMITS, type RecoveryRow } from '@colophon/contract'
import type { App } from '../../app.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { clipPage } from '../../core/close-page.ts'
import { sha256Hex } from '../../core/hash.ts'
import { invalidField } from '../../core/problem.ts'
import { COPIED_TABLES, type RecoveredTableName } from '../../storage/recovery/recovery-tables.ts'
import { faultOf, type LegacySnapshotBody, type Manifest, rowKey } from './rules.ts'
import { noteStaged } from './staged-store.ts'

/** Bytes that are put at a time: small ones share a commit, large ones must not fill the memory. */
const PUT_AT_ONCE = 20

/** Stages what the one JSON value holds, as pages and blobs, and answers the manifest that leads to them. */
export async function stageLegacy(
  app: App,
  snapshot: LegacySnapshotBody,
  schemaVersion: number,
): Promise<Manifest> {
  const objects = snapshot.objects.map(decodeObject)
  await putAll(app, objects)
  const tables: Manifest['tables'] = []
  for (const table of COPIED_TABLES) {
    const { name } = table
    const rows = inOrder(table, snapshot.tables[name] ?? [])
    const fault = faultOf(rows, { table, last: null })
    if (fault !== null) throw invalidField(`/snapshot/tables/${name}`, fault)
    tables.push({ name, rows: rows.length, index: await stageTable(app, name, rows) })
  }
  return {
    version: 2,
    schema_version: schemaVersion,
    created_at: snapshot.created_at,
    tables,
    blobs: { count: objects.length, bytes: objects.reduce((sum, { bytes }) => sum + bytes.length, 0) },
  }
}

interface Blob {
  sha256: string
  bytes: Uint8Array
}

function decodeObject({ sha256, base64 }: LegacySnapshotBody['objects'][number], place: number): Blob {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64)
    throw invalidField(`/snapshot/objects/${place}/base64`, 'is not base64 in its one form')
  if (sha256Hex(bytes) !== sha256)
    throw invalidField(`/snapshot/objects/${place}/sha256`, 'is not the SHA-256 of the bytes')
  return { sha256, bytes }
}

/** Its rows may come in any order. */
function inOrder(table: RecoveredTableName, rows: readonly RecoveryRow[]): RecoveryRow[] {
  const keyed = rows.map((row) => ({ row, key: Buffer.from(Object.values(rowKey(table, row)).join('\0')) }))
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ row }) => row)
}

/** Answers the hash of the table's index. */
async function stageTable(app: App, table: string, rows: readonly RecoveryRow[]): Promise<string> {
  const pages: Blob[] = []
  for (let from = 0; from < rows.length; ) {
    const clipped = clipPage(table, rows.slice(from, from + RECOVERY_LIMITS.pageRows))
    pages.push(blobOf({ kind: 'rows', table, rows: clipped }))
    from += clipped.length
  }
  const index = blobOf({ kind: 'index', table, pages: pages.map(({ sha256 }) => sha256), next: null })
  await putAll(app, [...pages, index])
  return index.sha256
}

function blobOf(page: object): Blob {
  const bytes = Buffer.from(canonicalJson(page))
  return { sha256: sha256Hex(bytes), bytes }
}

async function putAll(app: App, blobs: readonly Blob[]): Promise<void> {
  for (let from = 0; from < blobs.length; from += PUT_AT_ONCE) {
    const some = blobs.slice(from, from + PUT_AT_ONCE)
    const hashes = [...new Set(some.map(({ sha256 }) => sha256))]
    await noteStaged(app, hashes)
    await Promise.all(some.map(({ sha256, bytes }) => app.blobs.put(sha256, bytes)))
  }
}
