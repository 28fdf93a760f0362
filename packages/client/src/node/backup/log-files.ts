import type { CallOperation } from '../../call.ts'
import { siteLog } from '../../log/site-source.ts'
import type { BackupFolder } from './folder.ts'
import type { NamedManifest } from './manifest.ts'

/** What a backup keeps of the transparency log, beside the records that its leaves are made of. */
export interface LogFiles {
  readonly checkpoint: string
  readonly keys: string
}

/** Where a file of the transparency log is that belongs to the backup with this manifest, relative to the folder. */
export function backupLogPlace({ name }: Pick<NamedManifest, 'name'>, file: keyof LogFiles): string {
  return `log/${name.replace(/\.json$/, '')}/${file}`
}

/** As the server has it now; null where it has no log. */
export async function readLogFiles(call: CallOperation): Promise<LogFiles | null> {
  const log = siteLog(call, 'the press')
  const checkpoint = await log.checkpoint()
  return checkpoint === null ? null : { checkpoint, keys: (await log.keys()) ?? '' }
}

/** Before the manifest, which comes last. */
export async function writeLogFiles(
  folder: BackupFolder,
  named: NamedManifest,
  { checkpoint, keys }: LogFiles,
): Promise<void> {
  await folder.write(backupLogPlace(named, 'keys'), Buffer.from(keys))
  await folder.write(backupLogPlace(named, 'checkpoint'), Buffer.from(checkpoint))
}
