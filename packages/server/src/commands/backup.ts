import { bytesInWords, contentInWords, openProgress, type RemoteOptions } from '@colophon/cli'
import {
  createBackup,
  type Fault,
  restoreBackup,
  type VerifiedBackup,
  verifyBackups,
} from '@colophon/client/node/backup'
import type { Command } from 'commander'
import { addRemoteOptions, connectRemote } from './remote-server.ts'

interface BackupOptions extends RemoteOptions {
  backup?: string
  job?: string
  json?: boolean
}

/** `colophon backup`: a folder of everything that a server remembers, over HTTP. */
export function addBackup(program: Command): void {
  const backup = program.command('backup').description('Create, verify and restore backups in a folder')
  addRemoteOptions(
    backup
      .command('create')
      .description(
        'Back up a press to a folder. Run it again to add what is new, or to continue after an interruption',
      ),
  )
    .argument('<folder>', 'created if missing; earlier backups in it stay')
    .option('--json', 'print one JSON object at the end')
    .action(create)
  backup
    .command('verify')
    .description('Read every byte of the backups in a folder, and report what a restore would refuse')
    .argument('<folder>')
    .option('--backup <name>', 'only this one: its time or digest, or the beginning of either')
    .option('--json', 'print one JSON object at the end')
    .action(verify)
  addRemoteOptions(
    backup
      .command('restore')
      .description('Restore an empty press from a backup. Run it again to continue after an interruption'),
  )
    .argument('<folder>')
    .option('--backup <name>', 'its time or digest, or the beginning of either; default: the newest')
    .option('--job <id>', 'continue a running job that another identity started with this backup')
    .option('--json', 'print one JSON object at the end')
    .action(restore)
}

async function create(folder: string, options: BackupOptions): Promise<void> {
  const { origin, call } = await connectRemote(options)
  const progress = openProgress()
  try {
    const made = await createBackup({ call, press: origin, folder, progress })
    progress.stop()
    const { pages, blobs, bytes } = made.fetched
    say(options, made, [
      `Backup ${made.created_at}: ${contentInWords(made.manifest)}`,
      `  digest ${made.digest}`,
      `  new in the folder: ${pages} pages and ${blobs} objects, ${bytesInWords(bytes)}`,
    ])
  } finally {
    progress.stop()
  }
}

async function verify(folder: string, options: BackupOptions): Promise<void> {
  const progress = openProgress()
  const faults: Fault[] = []
  try {
    const report = (fault: Fault) => void faults.push(fault)
    const backups = await verifyBackups({ folder, backup: options.backup ?? null, progress, report })
    progress.stop()
    if (faults.length > 0) process.exitCode = 1
    say(options, { backups: backups.map(asFact), faults }, [
      ...faults.map(({ file, fault }) => `${file} ${fault}`),
      ...backups.flatMap(inWords),
    ])
  } finally {
    progress.stop()
  }
}

async function restore(folder: string, options: BackupOptions): Promise<void> {
  const { call } = await connectRemote(options)
  const progress = openProgress()
  const report = ({ file, fault }: Fault) => void process.stderr.write(`${file} ${fault}\n`)
  const { backup = null, job = null } = options
  try {
    const done = await restoreBackup({ call, folder, backup, job, progress, report })
    progress.stop()
    const { pages, blobs, bytes } = done.sent
    say(options, done, [
      `Restored the backup ${done.created_at}: ${contentInWords(done.manifest)}`,
      `  digest ${done.digest}`,
      `  sent: ${pages} pages and ${blobs} objects, ${bytesInWords(bytes)}`,
      'Every topic is invited until a curator opens it again.',
    ])
  } finally {
    progress.stop()
  }
}

function say(options: BackupOptions, facts: object, lines: readonly string[]): void {
  process.stdout.write(options.json === true ? `${JSON.stringify(facts)}\n` : `${lines.join('\n')}\n`)
}

function asFact({ manifest, ...named }: VerifiedBackup) {
  return { ...named, is_whole: manifest !== null }
}

function inWords({ created_at, digest, manifest }: VerifiedBackup): string[] {
  if (manifest === null) return [`Backup ${created_at} is DAMAGED`, `  digest ${digest}`]
  return [`Backup ${created_at} is whole: ${contentInWords(manifest)}`, `  digest ${digest}`]
}
