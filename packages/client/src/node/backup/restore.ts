import { isRunning, type RecoveryManifest } from '@colophon/contract'
import type { CallOperation } from '../../call.ts'
import type { Progress } from '../../in-flight.ts'
import { ColophonProblem } from '../../problem.ts'
import { checkBackup } from './check-backup.ts'
import { checkEach } from './check-blobs.ts'
import { driveJob, type Job } from './drive-job.ts'
import { Damaged, type Report } from './faults.ts'
import { MANIFESTS, openFolder } from './folder.ts'
import { findManifest, type NamedManifest, readManifest } from './manifest.ts'
import { openSending, preload, type Sending } from './send-material.ts'

export interface RestoreJob {
  readonly call: CallOperation
  readonly folder: string
  /** The time, digest or file name of the backup; null for the newest. */
  readonly backup: string | null
  /** A running job that somebody else began with the same backup, which cannot be told by itself. */
  readonly job: string | null
  readonly progress: Progress
  readonly report: Report
}

export interface RestoredBackup extends NamedManifest {
  readonly manifest: RecoveryManifest
  readonly job: Job
  readonly sent: { readonly pages: number; readonly blobs: number; readonly bytes: number }
}

/** The backup is not whole; each fault was reported, and nothing was sent. */
export class BackupDamaged extends Error {
  constructor(name: string) {
    super(`the backup ${name} is damaged: nothing of it was restored`)
    this.name = 'BackupDamaged'
  }
}

/**
 * Restores a server without entries. The backup is read whole before the server is asked for anything, for a
 * restore that has begun cannot be given up. After an interruption it goes on where it stood.
 */
export async function restoreBackup(wanted: RestoreJob): Promise<RestoredBackup> {
  const from = openFolder(wanted.folder)
  const named = await findManifest(from, wanted.backup)
  const sending = openSending({ ...wanted, from })
  const manifest = await readOrReport(sending, named, wanted.report)
  const begun = (await findBegun(wanted, named, manifest)) ?? (await begin(sending, named, wanted.report))
  return { ...named, manifest, job: await driveJob(sending, begun), sent: sending.sent }
}

async function readOrReport(
  { from }: Sending,
  named: NamedManifest,
  report: Report,
): Promise<RecoveryManifest> {
  try {
    return await readManifest(from, named)
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    report({ file: `${MANIFESTS}/${named.name}`, sha256: named.digest, fault: error.message })
    throw new BackupDamaged(named.name)
  }
}

/** The job that an earlier run began with this backup; null where a new one may be begun. */
async function findBegun(
  { call, job: told }: RestoreJob,
  named: NamedManifest,
  manifest: RecoveryManifest,
): Promise<Job | null> {
  const { job } = await call('getRecovery')
  if (told !== null && job?.job_id !== told)
    throw new Error(`the newest recovery job is ${job === null ? 'none' : job.job_id}, not ${told}`)
  if (told !== null) return job
  if (!isRunning(job?.state) && (await isEmpty(call))) return null
  return await start(call, named, manifest)
}

/** Told before anything is sent; the server itself decides when the job is started. */
async function isEmpty(call: CallOperation): Promise<boolean> {
  const { rows } = await call('getCapacity')
  return rows.entries === 0
}

async function begin(sending: Sending, named: NamedManifest, report: Report): Promise<Job> {
  const { from, progress } = sending
  const manifest = await checkBackup({ folder: from, progress, report, checkBlob: checkEach(from) }, named)
  if (manifest === null) throw new BackupDamaged(named.name)
  await preload(sending, manifest)
  return await start(sending.call, named, manifest)
}

/** The key follows from the backup, so that the job of an earlier run is answered and no second one is begun. */
async function start(
  call: CallOperation,
  { digest }: NamedManifest,
  manifest: RecoveryManifest,
): Promise<Job> {
  try {
    return await call('startRecovery', {
      body: { kind: 'restore', manifest: { ...manifest, tables: [...manifest.tables] } },
      idempotencyKey: `restore-${digest}`,
    })
  } catch (error) {
    if (!(error instanceof ColophonProblem) || error.code !== 'invalid_state') throw error
    throw new Error(
      `${error.document.detail} It was not begun with this backup and this identity: if you know that it is of ` +
        'this backup, name it with --job',
      { cause: error },
    )
  }
}
