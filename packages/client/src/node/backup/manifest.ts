import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { faultOfManifest, isHash, type RecoveryManifest } from '@colophon/contract'
import { canonicalJson } from '@colophon/log'
import { FolderRefused } from '../folder-refused.ts'
import { orNull, sha256OfBytes } from '../whole-files.ts'
import { readCanonicalJson } from './cut-pages.ts'
import { Damaged } from './faults.ts'
import { type BackupFolder, LOGS, MANIFESTS } from './folder.ts'
import { unfinishedManifests } from './journal.ts'

/** A backup of a folder: its manifest's file is named by its time and by its digest. */
export interface NamedManifest {
  readonly name: string
  readonly created_at: string
  readonly digest: string
}

const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d\.\d{3}Z)\.([0-9a-f]{64})\.json$/

/** The name that a backup will have, and the bytes of its manifest. */
export function nameManifest(manifest: RecoveryManifest): NamedManifest & { readonly bytes: Uint8Array } {
  const bytes = Buffer.from(canonicalJson(manifest))
  const digest = sha256OfBytes(bytes)
  const { created_at } = manifest
  // Not every file system has colons.
  return { name: `${created_at.replaceAll(':', '')}.${digest}.json`, created_at, digest, bytes }
}

/** Written last: a backup is there when its manifest is. */
export async function writeManifest(
  folder: BackupFolder,
  { name, bytes }: ReturnType<typeof nameManifest>,
): Promise<void> {
  await folder.write(`${MANIFESTS}/${name}`, bytes)
  await folder.sync()
}

/** The backups of a folder, oldest first. */
export async function listManifests(folder: BackupFolder): Promise<NamedManifest[]> {
  const names = (await orNull(() => readdir(join(folder.path, MANIFESTS)))) ?? []
  return names.sort().flatMap(readName)
}

/** None for a name that no manifest has. */
function readName(name: string): NamedManifest[] {
  const [, date, hours, minutes, seconds, digest] = NAME.exec(name) ?? []
  if (digest === undefined) return []
  return [{ name, digest, created_at: `${date}${hours}:${minutes}:${seconds}` }]
}

/** Those that are gone, oldest first: their logs are there, and no run has yet to write them. */
export async function missingManifests(folder: BackupFolder): Promise<NamedManifest[]> {
  const logs = (await orNull(() => readdir(join(folder.path, LOGS)))) ?? []
  const awaited = await unfinishedManifests(folder.path)
  // After the journals: a run removes its own when its manifest is there.
  const known = new Set((await listManifests(folder)).map(({ name }) => name))
  const named = logs.sort().flatMap((name) => readName(`${name}.json`))
  return named.filter(({ name }) => !known.has(name) && !awaited.has(name))
}

/** The backup of this time, digest or file name, or the beginning of one of them; the newest when none is asked for. */
export async function findManifest(folder: BackupFolder, wanted: string | null): Promise<NamedManifest> {
  const all = await listManifests(folder)
  const found = all.filter(
    ({ name, created_at, digest }) =>
      wanted === null || [name, created_at, digest].some((text) => text.startsWith(wanted)),
  )
  const last = found.at(-1)
  if (last === undefined)
    throw new FolderRefused(`${folder.path} has no ${wanted === null ? 'backup' : `backup ${wanted}`}`)
  if (wanted !== null && found.length > 1)
    throw new FolderRefused(
      `${folder.path} has ${found.length} backups that ${wanted} may mean: say more of it`,
    )
  const gone = wanted === null ? (await missingManifests(folder)).at(-1) : undefined
  if (gone !== undefined && gone.name > last.name)
    throw new Error(
      `${MANIFESTS}/${gone.name} is missing: the newest backup is damaged. Name an older one to use it instead`,
    )
  return last
}

/** The manifest as its name promises it; throws Damaged for any other bytes. */
export async function readManifest(
  folder: BackupFolder,
  { name, digest, created_at }: NamedManifest,
): Promise<RecoveryManifest> {
  const bytes = await folder.read(`${MANIFESTS}/${name}`)
  if (bytes === null) throw new Damaged('is missing')
  const found = sha256OfBytes(bytes)
  if (found !== digest) throw new Damaged(`has the SHA-256 ${found}`)
  const value = parse(bytes)
  if (!isManifest(value)) throw new Damaged('is not a manifest of version 2')
  if (value.created_at !== created_at) throw new Damaged(`is of another moment, ${value.created_at}`)
  const fault = faultOfManifest(value)
  if (fault !== null) throw new Damaged(fault)
  return value
}

function parse(bytes: Uint8Array): unknown {
  try {
    return readCanonicalJson(bytes)
  } catch (error) {
    throw new Damaged('is not canonical JSON', { cause: error })
  }
}

function isManifest(value: unknown): value is RecoveryManifest {
  return (
    hasForm(value, {
      version: isTwo,
      schema_version: isCount,
      created_at: isString,
      tables: isList,
      blobs: isRecord,
    }) &&
    hasForm(value.blobs, { count: isCount, bytes: isCount }) &&
    isList(value.tables) &&
    value.tables.every((table) => hasForm(table, { name: isString, rows: isCount, index: isHash }))
  )
}

type Form = Readonly<Record<string, (value: unknown) => boolean>>

/** These members and no others. */
function hasForm(value: unknown, form: Form): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const members = Object.entries(value)
  return (
    members.length === Object.keys(form).length &&
    members.every(([name, part]) => form[name]?.(part) === true)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function isTwo(value: unknown): boolean {
  return value === 2
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
