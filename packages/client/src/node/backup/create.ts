import type { RecoveryManifest, RecoveryRow } from '@colophon/contract'
import type { CallOperation } from '../../call.ts'
import { inFlight, inOrder, type Progress } from '../../in-flight.ts'
import { ColophonProblem, ObjectAltered } from '../../problem.ts'
import { sha256OfBytes } from '../whole-files.ts'
import { cutIndex, cutPages, readCanonicalJson } from './cut-pages.ts'
import { type BackupFolder, makeFolder } from './folder.ts'
import { beginJournal, findJournal, type Journal, type WrittenPage } from './journal.ts'
import { readLogFiles, removeLogFiles, writeLogFiles } from './log-files.ts'
import { type NamedManifest, nameManifest, writeManifest } from './manifest.ts'
import { findCaptured, readRows, type SnapshotAnswer, takeSnapshot } from './snapshot.ts'

/** Pages that are compared, and blobs that are fetched, at once: few enough for the memory of a small machine. */
const PAGES_AT_ONCE = 16
/** Pages of a table that are noted together, once they have their names. */
const PAGES_NOTED = 256
const BLOBS_AT_ONCE = 12
/** Snapshots that are released under a run before it gives up. */
const MOST_BEGUN = 5

export interface CreateJob {
  readonly call: CallOperation
  /** The origin of the server, by which an interrupted backup is found again. */
  readonly press: string
  /** Made where there is none; earlier backups in it stay. */
  readonly folder: string
  readonly progress: Progress
}

/** What was made, and how much of it was new to the folder. */
export interface CreatedBackup extends NamedManifest {
  readonly manifest: RecoveryManifest
  readonly fetched: { readonly pages: number; readonly blobs: number; readonly bytes: number }
}

/** One backup that is under way. */
interface Making extends CreateJob {
  readonly into: BackupFolder
  readonly journal: Journal
  readonly snapshot: SnapshotAnswer
  readonly fetched: { pages: number; blobs: number; bytes: number }
}

/**
 * Captures a snapshot, or goes on with the one of an interrupted run, and brings into the folder what is not
 * there yet. The manifest comes last: until then there is no new backup, and nothing of the old ones changes.
 */
export async function createBackup(job: CreateJob): Promise<CreatedBackup> {
  const into = await makeFolder(job.folder)
  const fetched = { pages: 0, blobs: 0, bytes: 0 }
  for (let begun = 1; ; begun += 1) {
    const making: Making = { ...job, into, ...(await begin(job, into)), fetched }
    try {
      return await make(making)
    } catch (error) {
      // What is at hand is kept: the next run has not to fetch it again.
      await into.settle().catch(() => {})
      if (!isGone(error) || begun === MOST_BEGUN) throw error
      // Another run into this folder may have come to the end of the same snapshot first, and released it.
      if ((await findCaptured(job.call, making.snapshot.snapshot_id)) !== null) throw error
    }
  }
}

async function make(making: Making): Promise<CreatedBackup> {
  const tables = await fetchTables(making)
  await fetchBlobs(making)
  const { manifest: captured, created_at } = making.snapshot
  const { schema_version, blobs } = captured
  const manifest = { version: 2, schema_version, created_at, tables, blobs } as const
  const { bytes, ...named } = nameManifest(manifest)
  await making.journal.noteManifest(named.name)
  await writeLogFiles(making.into, named, making.journal.log ?? null)
  await making.into.sync()
  await writeManifest(making.into, { ...named, bytes })
  await release(making)
  return { ...named, manifest, fetched: making.fetched }
}

async function begin(
  { call, folder, press }: CreateJob,
  into: BackupFolder,
): Promise<{ journal: Journal; snapshot: SnapshotAnswer }> {
  for (let journal = await findJournal(folder, press); ; journal = null) {
    const found = journal ?? (await beginJournal(folder, press))
    // Before the capture, so that the backup has all of its leaves.
    if (found.snapshotId === null && found.log === undefined) await found.noteLog(await readLogFiles(call))
    const snapshot = await takeSnapshot(call, found)
    if (snapshot !== null) return { journal: found, snapshot }
    if (found.manifest !== null) await removeLogFiles(into, found.manifest)
    await found.remove()
  }
}

async function fetchTables(making: Making): Promise<RecoveryManifest['tables']> {
  const { tables } = making.snapshot.manifest
  making.progress.begin(
    'rows',
    tables.reduce((sum, { rows }) => sum + rows, 0),
  )
  const fetched: RecoveryManifest['tables'][number][] = []
  for (const { name, rows } of tables)
    fetched.push({ name, rows, index: await fetchTable(making, name, rows) })
  return fetched
}

async function fetchTable(making: Making, table: string, rows: number): Promise<string> {
  const { call, into, journal, progress, snapshot } = making
  const isMissing = (sha256: string) => into.sizeOf('pages', sha256) === null
  // A power cut may take names away that the journal has.
  if (journal.fetched(table).pages.some(isMissing)) journal.forget(table)
  const from = journal.fetched(table).rows
  progress.advance(from)
  const missing = readRows(call, { id: snapshot.snapshot_id, table, from, rows })
  const keep = async (page: { bytes: Uint8Array; rows: number }) => ({
    sha256: await keepPage(making, page.bytes),
    rows: page.rows,
  })
  const named: WrittenPage[] = []
  const note = async () => {
    await into.settle()
    await journal.notePages(table, named)
    progress.advance(named.splice(0).reduce((sum, page) => sum + page.rows, 0))
  }
  for await (const page of inOrder(cutPages(table, missing), PAGES_AT_ONCE, keep))
    if (named.push(page) >= PAGES_NOTED) await note()
  await note()
  return await keepIndex(making, table)
}

async function keepIndex(making: Making, table: string): Promise<string> {
  let first = ''
  for (const bytes of cutIndex(table, making.journal.fetched(table).pages))
    first = await keepPage(making, bytes)
  return first
}

/** The bytes are at hand, so a page that is there already is compared with them: damage ends here. */
async function keepPage({ into, fetched }: Making, bytes: Uint8Array): Promise<string> {
  const sha256 = sha256OfBytes(bytes)
  const place = into.placeOf('pages', sha256)
  const there = await into.read(place)
  if (there !== null && Buffer.compare(there, bytes) === 0) return sha256
  await into.write(place, bytes)
  fetched.pages += 1
  fetched.bytes += bytes.length
  return sha256
}

async function fetchBlobs(making: Making): Promise<void> {
  const { blobs } = making.snapshot.manifest
  making.progress.begin('objects', blobs.count)
  await inFlight(rowsInFolder(making, 'objects'), BLOBS_AT_ONCE, async ({ sha256, size }) => {
    await fetchBlob(making, String(sha256), Number(size))
    making.progress.advance(1)
  })
}

/** From the pages that were just written, so that no list of all objects has to be in memory. */
async function* rowsInFolder({ into, journal }: Making, table: string): AsyncGenerator<RecoveryRow, void> {
  for (const sha256 of journal.fetched(table).pages) {
    const bytes = await into.read(into.placeOf('pages', sha256))
    if (bytes === null || sha256OfBytes(bytes) !== sha256)
      throw new Error(`${into.placeOf('pages', sha256)} was changed while the backup was made`)
    // Bytes with this hash are a page that was cut here.
    yield* (readCanonicalJson(bytes) as { rows: RecoveryRow[] }).rows
  }
}

/** What is there with the right size is not fetched again. */
async function fetchBlob(
  { call, into, snapshot, fetched }: Making,
  sha256: string,
  size: number,
): Promise<void> {
  if (into.sizeOf('blobs', sha256) === size) return
  const bytes = await call('readSnapshotBlob', { params: { id: snapshot.snapshot_id, sha256 } })
  const found = sha256OfBytes(bytes)
  if (found !== sha256) throw new ObjectAltered(sha256, found)
  await into.write(into.placeOf('blobs', sha256), bytes)
  fetched.blobs += 1
  fetched.bytes += bytes.length
}

/** The backup is complete whatever comes of this; a snapshot that somebody else released is no fault. */
async function release({ call, journal, snapshot }: Making): Promise<void> {
  try {
    await call('releaseSnapshot', { params: { id: snapshot.snapshot_id } })
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await journal.remove()
}

function isGone(error: unknown): boolean {
  return error instanceof ColophonProblem && ['invalid_state', 'not_found'].includes(error.code)
}
