import type { AnswerOf, BodyOf, Operations } from '@colophon/contract'
import { canonicalJson } from '../../src/core/canonical-json.ts'
import { sha256Hex } from '../../src/core/hash.ts'
import type { Answer } from './answer.ts'
import { capture, type Row, readTables, SNAPSHOTS } from './recovery.ts'
import type { Site } from './site.ts'

export const STAGED = '/api/v1/admin/recovery/staged'

export type Manifest = NonNullable<BodyOf<Operations['startRecovery']>['manifest']>
export type Job = AnswerOf<Operations['continueRecovery']>

/** A snapshot as a driver keeps it: content-addressed pages and blobs. */
export interface Backup {
  readonly manifest: Manifest
  readonly pages: ReadonlyMap<string, string>
  readonly blobs: ReadonlyMap<string, Uint8Array>
}

/** Few rows a page and few pages an index, so that a small site has many of them. */
export interface PageSizes {
  rows?: number
  pages?: number
}

type TablesRead = ReadonlyMap<string, readonly Row[]>

/** Captures a site and reads everything that the snapshot holds; `as` makes of its tables what another version had. */
export async function backUp(
  site: Site,
  sizes: PageSizes = {},
  as: (tables: TablesRead) => TablesRead = (tables) => tables,
): Promise<Backup> {
  const snapshot = await capture(site)
  const tables = as(await readTables(site, snapshot))
  const blobs = new Map<string, Uint8Array>()
  for (const { sha256 } of tables.get('objects') ?? []) {
    const path = `${SNAPSHOTS}/${snapshot.snapshot_id}/blobs/${sha256}`
    blobs.set(String(sha256), (await site.get(path, { token: site.admin })).bytes)
  }
  await site.post(`${SNAPSHOTS}/${snapshot.snapshot_id}/release`, {}, { token: site.admin })
  return packBackup({ tables, blobs, schemaVersion: snapshot.manifest.schema_version }, sizes)
}

interface Parts {
  tables: TablesRead
  blobs: ReadonlyMap<string, Uint8Array>
  schemaVersion: number
}

export function packBackup({ tables, blobs, schemaVersion }: Parts, sizes: PageSizes = {}): Backup {
  const pages = new Map<string, string>()
  const keep = (page: object) => {
    const text = canonicalJson(page)
    pages.set(sha256Hex(text), text)
    return sha256Hex(text)
  }
  const indexed = [...tables].map(([name, rows]) => {
    const hashes = chunks(rows, sizes.rows ?? 40).map((some) =>
      keep({ kind: 'rows', table: name, rows: some }),
    )
    const parts = chunks(hashes, sizes.pages ?? 1000)
    let next: string | null = null
    for (const part of parts.length === 0 ? [[]] : parts.reverse())
      next = keep({ kind: 'index', table: name, pages: part, next })
    return { name, rows: rows.length, index: next ?? '' }
  })
  const bytes = [...blobs.values()].reduce((sum, blob) => sum + blob.length, 0)
  return {
    manifest: {
      version: 2,
      schema_version: schemaVersion,
      created_at: '2026-03-02T09:30:00.000Z',
      tables: indexed,
      blobs: { count: blobs.size, bytes },
    },
    pages,
    blobs,
  }
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  const found: T[][] = []
  for (let from = 0; from < all.length; from += size) found.push(all.slice(from, from + size))
  return found
}

/** The rows of a backup's table, from its pages. */
export function rowsIn(backup: Backup, table: string): Row[] {
  const found: Row[] = []
  let next: string | null = backup.manifest.tables.find(({ name }) => name === table)?.index ?? null
  while (next !== null) {
    const index: { pages: string[]; next: string | null } = JSON.parse(backup.pages.get(next) ?? '')
    for (const page of index.pages) found.push(...(JSON.parse(backup.pages.get(page) ?? '').rows as Row[]))
    next = index.next
  }
  return found
}

/** The same backup with other rows in a table. */
export function withRows(backup: Backup, table: string, change: (rows: Row[]) => Row[]): Backup {
  const tables = new Map(backup.manifest.tables.map(({ name }) => [name, rowsIn(backup, name)]))
  tables.set(table, change(rowsIn(backup, table)))
  return packBackup({ tables, blobs: backup.blobs, schemaVersion: backup.manifest.schema_version })
}

/** Preloads a backup but for what is left out. */
export async function preload(site: Site, backup: Backup, leftOut = new Set<string>()): Promise<void> {
  for (const [sha256, text] of backup.pages) if (!leftOut.has(sha256)) await bringPage(site, sha256, text)
  for (const [sha256, bytes] of backup.blobs) if (!leftOut.has(sha256)) await bringBlob(site, sha256, bytes)
}

export async function bringPage(site: Site, sha256: string, text: string): Promise<void> {
  ;(await site.post(`${STAGED}/pages/${sha256}`, text, { token: site.admin })).as('stagePage')
}

export async function bringBlob(site: Site, sha256: string, bytes: Uint8Array): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await site.post(`${STAGED}/blobs/${sha256}`, bytes, { token: site.admin, headers })
  answer.as('stageBlob')
}

export function tryStart(site: Site, body: unknown, key?: string): Promise<Answer> {
  return site.post(STAGED, body, { token: site.admin, ...(key === undefined ? {} : { key }) })
}

export async function start(site: Site, body: unknown): Promise<Job> {
  return (await tryStart(site, body)).as('startRecovery')
}

export function tryStep(site: Site, job: Job, key?: string): Promise<Answer> {
  const body = { expected_phase: job.phase, expected_cursor: job.cursor, expected_offset: job.offset }
  return site.post(`${STAGED}/${job.job_id}`, body, {
    token: site.admin,
    ...(key === undefined ? {} : { key }),
  })
}

/** Every state of the job from here to its end. */
export async function drive(site: Site, from: Job): Promise<Job[]> {
  const jobs = [from]
  for (let job = from; job.state === 'running'; jobs.push(job))
    job = (await tryStep(site, job)).as('continueRecovery')
  return jobs
}

/** Preloads, starts and drives a restore. */
export async function restore(site: Site, backup: Backup): Promise<Job[]> {
  await preload(site, backup)
  return drive(site, await start(site, { kind: 'restore', manifest: backup.manifest }))
}
