import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '@colophon/log'
import type { CallOperation } from '../../call.ts'
import { siteLog } from '../../log/site-source.ts'
import { orNull, sha256OfBytes } from '../whole-files.ts'
import { readCanonicalJson } from './cut-pages.ts'
import type { Report } from './faults.ts'
import { type BackupFolder, LOGS } from './folder.ts'
import type { LogFiles } from './journal.ts'
import { listManifests, type NamedManifest } from './manifest.ts'

type Named = Pick<NamedManifest, 'name' | 'digest'>

/** Named by its own hash, so that it is as safe from changes as what it names. */
const CONTENTS = /^contents\.([0-9a-f]{64})\.json$/

function logFolder({ name }: Pick<NamedManifest, 'name'>): string {
  return `${LOGS}/${name.replace(/\.json$/, '')}`
}

/** Where a file of the transparency log is that belongs to the backup with this manifest, relative to the folder. */
export function backupLogPlace(named: Pick<NamedManifest, 'name'>, file: keyof LogFiles): string {
  return `${logFolder(named)}/${file}`
}

/** As the server has it now; null where it has no log. */
export async function readLogFiles(call: CallOperation): Promise<LogFiles | null> {
  const log = siteLog(call, 'the press')
  const checkpoint = await log.checkpoint()
  return checkpoint === null ? null : { checkpoint, keys: (await log.keys()) ?? '' }
}

/**
 * Before the manifest, which comes last. The contents name each file by its hash; the name of their folder says that
 * there is a manifest, so that its loss is seen. A server without a log has contents too, which name nothing.
 */
export async function writeLogFiles(
  folder: BackupFolder,
  named: NamedManifest,
  log: LogFiles | null,
): Promise<void> {
  const files: Record<string, string> = {}
  for (const [file, text] of Object.entries(log ?? {})) {
    const bytes = Buffer.from(text)
    files[file] = sha256OfBytes(bytes)
    await folder.write(`${logFolder(named)}/${file}`, bytes)
  }
  const contents = Buffer.from(canonicalJson({ files, version: 1 }))
  await folder.write(`${logFolder(named)}/contents.${sha256OfBytes(contents)}.json`, contents)
}

/** What a run that cannot be continued wrote before its manifest, which never came. */
export async function removeLogFiles(folder: BackupFolder, name: string): Promise<void> {
  const names = (await listManifests(folder)).map((one) => one.name)
  if (!names.includes(name))
    await rm(join(folder.path, logFolder({ name })), { recursive: true, force: true })
}

/**
 * Reports each file of a backup's log that is missing or has other bytes; answers whether there is none. A backup of
 * an older version has no log.
 */
export async function checkLogFiles(folder: BackupFolder, named: Named, report: Report): Promise<boolean> {
  const names = await orNull(() => readdir(join(folder.path, logFolder(named))))
  if (names === null) return true
  let isWhole = true
  const reportHere: Report = (fault) => {
    isWhole = false
    report(fault)
  }
  const contents = names.filter((name) => CONTENTS.test(name))
  if (contents.length === 0)
    reportHere({ file: `${logFolder(named)}/contents`, sha256: named.digest, fault: 'is missing' })
  for (const name of contents) await checkContents(folder, `${logFolder(named)}/${name}`, reportHere)
  return isWhole
}

async function checkContents(folder: BackupFolder, file: string, report: Report): Promise<void> {
  const sha256 = CONTENTS.exec(file.slice(file.lastIndexOf('/') + 1))?.[1] ?? ''
  const bytes = (await folder.read(file)) ?? new Uint8Array()
  const fault = faultOfBytes(bytes, sha256)
  if (fault !== null) return report({ file, sha256, fault })
  const files = filesOf(bytes)
  if (files === null) return report({ file, sha256, fault: 'is not a list of files' })
  for (const [name, hash] of Object.entries(files)) {
    const place = `${file.slice(0, file.lastIndexOf('/'))}/${name}`
    const found = await folder.read(place)
    const wrong = found === null ? 'is missing' : faultOfBytes(found, String(hash))
    if (wrong !== null) report({ file: place, sha256: String(hash), fault: wrong })
  }
}

/** Null for what no backup writes, whose hash somebody made right. */
function filesOf(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const { files } = readCanonicalJson(bytes) as { files?: unknown }
    return typeof files === 'object' ? (files as Record<string, unknown> | null) : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

function faultOfBytes(bytes: Uint8Array, sha256: string): string | null {
  const found = sha256OfBytes(bytes)
  return found === sha256 ? null : `has the SHA-256 ${found}`
}
