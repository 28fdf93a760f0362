import type { RecoveryManifest } from '@colophon/contract'
import type { Progress } from '../../in-flight.ts'
import { FolderRefused } from '../folder-refused.ts'
import { checkBackup } from './check-backup.ts'
import { checkAll, checkEach } from './check-blobs.ts'
import { type Report, reportOnce } from './faults.ts'
import { MANIFESTS, openFolder } from './folder.ts'
import { checkLogFiles } from './log-files.ts'
import { findManifest, listManifests, missingManifests, type NamedManifest } from './manifest.ts'

export interface VerifyBackupJob {
  readonly folder: string
  /** The time, digest or file name of one backup; null for all of them. */
  readonly backup: string | null
  readonly progress: Progress
  readonly report: Report
}

export interface VerifiedBackup extends NamedManifest {
  /** What it holds; null when it, or what it keeps of the log, is damaged. */
  readonly manifest: RecoveryManifest | null
}

/**
 * Reads every byte of the backups, and refuses whatever a restore would refuse. It asks nobody, trusts nothing
 * but the digest in a manifest's name, and changes nothing.
 */
export async function verifyBackups(job: VerifyBackupJob): Promise<VerifiedBackup[]> {
  const folder = openFolder(job.folder)
  const report = reportOnce(job.report)
  const { progress } = job
  const all = job.backup === null ? await listManifests(folder) : [await findManifest(folder, job.backup)]
  const gone = job.backup === null ? await missingManifests(folder) : []
  for (const { name, digest } of gone)
    report({ file: `${MANIFESTS}/${name}`, sha256: digest, fault: 'is missing' })
  if (all.length === 0 && gone.length === 0) throw new FolderRefused(`${job.folder} has no backup`)
  const checkBlob = job.backup === null ? await checkAll(folder, { progress, report }) : checkEach(folder)
  const verified: VerifiedBackup[] = []
  for (const named of all) {
    const manifest = await checkBackup({ folder, progress, report, checkBlob }, named)
    verified.push({ ...named, manifest: (await checkLogFiles(folder, named, report)) ? manifest : null })
  }
  return verified
}
