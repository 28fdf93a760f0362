import { RECOVERY_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import { beginLoading } from './load.ts'
import { requireSound, unusable } from './material.ts'
import { faultOf, type Manifest, manifestOfJob, tableIn, tableOf } from './rules.ts'
import { type JobState, type RecoveryStep, stepCursor, stepParts } from './stage.ts'
import { type PageBatch, type PagePosition, readStretch } from './walk.ts'

export function beginVerifying(manifest: Manifest): JobState {
  const place = { index: tableIn(manifest, 'objects').index, page: 0, row: 0 }
  return {
    phase: 'verify_blobs',
    ...at(place, 0),
    total: manifest.blobs.count,
    carried: JSON.stringify({ bytes: 0 }),
  }
}

function at(place: PagePosition, done: number) {
  return { cursor: stepCursor([place.index, place.page, place.row]), offset: done, done }
}

/** Looks at the bytes of the next objects of the catalogue that is to be restored. */
export async function verifyBlobs(app: App, job: RecoveryJobRow): Promise<RecoveryStep> {
  const manifest = manifestOfJob(job)
  const stretch = await readStretch(app, 'objects', placeOf(job))
  requireForm(stretch)
  const rows = stretch.rows.slice(0, RECOVERY_LIMITS.stepBlobs)
  const found = await requireSound(
    app,
    rows.map((row) => String(row.sha256)),
  )
  const done = job.done + rows.length
  const bytes = bytesOf(job) + found.reduce((sum, blob) => sum + blob.length, 0)
  for (const [place, row] of rows.entries())
    if (row.size !== found[place]?.length) throw unusable(`The object ${row.sha256}`, 'has another size')
  const next = stretch.after(rows.length)
  if (next === null) requireCounted(manifest, { count: done, bytes })
  const state: JobState =
    next === null
      ? beginLoading(manifest)
      : {
          phase: 'verify_blobs',
          ...at(next, done),
          total: job.total,
          carried: JSON.stringify({ bytes }),
        }
  return async () => state
}

function placeOf(job: RecoveryJobRow): PagePosition {
  const [index, page, row] = stepParts(job)
  return { index: String(index), page: Number(page), row: Number(row) }
}

function bytesOf(job: RecoveryJobRow): number {
  return (JSON.parse(job.carried) as { bytes: number }).bytes
}

function requireForm({ page, rows }: PageBatch): void {
  const fault = faultOf(rows, { table: tableOf('objects'), last: null })
  if (fault !== null) throw unusable(`The page ${page} of objects`, fault)
}

function requireCounted({ blobs }: Manifest, found: { count: number; bytes: number }): void {
  if (found.count !== blobs.count || found.bytes !== blobs.bytes)
    throw unusable(
      'The catalogue of objects',
      `leads to ${found.count} blobs of ${found.bytes} bytes, and the manifest counts ${blobs.count} of ${blobs.bytes}`,
    )
}
