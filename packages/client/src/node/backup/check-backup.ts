import type { RecoveryManifest, RecoveryRow } from '@colophon/contract'
import { inFlight, type Progress } from '../../in-flight.ts'
import { BLOBS_AT_ONCE, type CheckBlob } from './check-blobs.ts'
import { Damaged, type Report } from './faults.ts'
import { type BackupFolder, MANIFESTS } from './folder.ts'
import { type NamedManifest, readManifest } from './manifest.ts'
import { readTable } from './read-table.ts'

interface Checking {
  readonly folder: BackupFolder
  readonly progress: Progress
  readonly report: Report
  readonly checkBlob: CheckBlob
}

/** The manifest of a backup that any press takes back as it is; null when a fault was reported. */
export async function checkBackup(
  checking: Checking,
  named: NamedManifest,
): Promise<RecoveryManifest | null> {
  let isWhole = true
  const report: Report = (fault) => {
    isWhole = false
    checking.report(fault)
  }
  const ofManifest = (fault: string) =>
    report({ file: `${MANIFESTS}/${named.name}`, sha256: named.digest, fault })
  const manifest = await readSound(checking.folder, named, ofManifest)
  if (manifest === null) return null
  for (const fault of await checkTables({ ...checking, report }, manifest)) ofManifest(fault)
  const bytes = await checkObjects({ ...checking, report }, manifest)
  if (isWhole && bytes !== manifest.blobs.bytes)
    ofManifest(`counts ${manifest.blobs.bytes} bytes of blobs, and they have ${bytes}`)
  return isWhole ? manifest : null
}

async function readSound(folder: BackupFolder, named: NamedManifest, report: (fault: string) => void) {
  try {
    return await readManifest(folder, named)
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    report(error.message)
    return null
  }
}

/** Answers where the manifest counts other rows than its whole tables have. */
async function checkTables(checking: Checking, { tables }: RecoveryManifest): Promise<string[]> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  checking.progress.begin('rows', total)
  const miscounted: string[] = []
  for (const table of tables) {
    const rows = await checkTable(checking, table)
    if (rows !== null && rows !== table.rows)
      miscounted.push(`counts ${table.rows} rows of ${table.name}, and its pages have ${rows}`)
  }
  return miscounted
}

/** How many rows it has; null when that cannot be told. */
async function checkTable(
  checking: Checking,
  table: RecoveryManifest['tables'][number],
): Promise<number | null> {
  const { folder, progress, report } = checking
  let rows = 0
  let isWhole = true
  for await (const { sha256, page, fault } of readTable(folder, table)) {
    if (fault !== null) report({ file: folder.placeOf('pages', sha256), sha256, fault })
    isWhole &&= fault === null
    if (page?.kind !== 'rows') continue
    rows += page.rows.length
    progress.advance(page.rows.length)
  }
  return isWhole ? rows : null
}

/** Every object that the catalogue lists; answers their bytes together. */
async function checkObjects(checking: Checking, manifest: RecoveryManifest): Promise<number> {
  const { folder, progress, report, checkBlob } = checking
  let bytes = 0
  progress.begin('objects', manifest.blobs.count)
  await inFlight(listedObjects(folder, manifest), BLOBS_AT_ONCE, async (row) => {
    const [sha256, size] = [String(row.sha256), Number(row.size)]
    const fault = await checkBlob(sha256, size)
    if (fault !== null) report({ file: folder.placeOf('blobs', sha256), sha256, fault })
    bytes += size
    progress.advance(1)
  })
  return bytes
}

/** As far as its pages can be read: what is wrong with them is told when the tables are checked. */
export async function* listedObjects(
  folder: BackupFolder,
  { tables }: RecoveryManifest,
): AsyncGenerator<RecoveryRow, void, undefined> {
  const table = tables.find(({ name }) => name === 'objects')
  if (table === undefined) return
  for await (const { page, fault } of readTable(folder, table))
    if (fault === null && page?.kind === 'rows') yield* page.rows
}
