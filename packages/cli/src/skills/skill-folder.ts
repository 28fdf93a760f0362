import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import {
  isFault,
  orNull,
  plainFault,
  sha256OfBytes,
  syncFolder,
  writeWhole,
} from '@colophon/client/node/files'
import { faultOfSkillName } from '@colophon/contract'
import { CommandRefused } from '../commands/command.ts'

const FILE = 'SKILL.md'
/** Names that Windows keeps for devices, whatever follows a dot. A lock travels: they are refused everywhere. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** A folder that a host reads skills from. */
export interface SkillFolder {
  /** As a lock says it. */
  readonly named: string
  readonly path: string
}

/** A folder, by the lock that names it: relative where it is below the lock's own, absolute elsewhere. */
export function folderOf(lock: string, path: string): SkillFolder {
  const base = dirname(resolve(lock))
  const whole = resolve(path)
  const way = relative(base, whole)
  const isBelow = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return { named: isBelow ? way.split(sep).join('/') || '.' : whole, path: whole }
}

/**
 * The folder that a lock names, to be written to. Anybody may have written the lock: a folder that is not below the lock's own
 * counts only where whoever runs the command named it, too. Null where it does not.
 */
export function namedFolder(lock: string, named: string, given: SkillFolder | null): SkillFolder | null {
  const folder = folderOf(lock, resolve(dirname(resolve(lock)), named))
  const isBelow = !isAbsolute(folder.named)
  return isBelow || folder.path === given?.path ? folder : null
}

/** What keeps a text from being the name of a folder of a skill, in words that follow it; null: nothing. */
export function faultOfFolderName(name: string): string | null {
  return faultOfSkillName(name) ?? (RESERVED.test(name) ? 'is a name that Windows keeps for a device' : null)
}

/** What is in the place of a skill. */
interface FoundSkill {
  /** Of its `SKILL.md`; null where there is none. */
  readonly sha256: string | null
  /** Files and folders beside it. */
  readonly others: readonly string[]
}

/** What is installed. Throws CommandRefused where the place is no plain folder with a plain file. */
export async function readInstalled(folder: SkillFolder, name: string): Promise<FoundSkill> {
  const place = await placeOf(folder, name)
  const names = (await orNull(() => readdir(place))) ?? []
  const bytes = names.includes(FILE) ? await readFile(join(place, FILE)) : null
  return {
    sha256: bytes === null ? null : sha256OfBytes(bytes),
    others: names.filter((other) => other !== FILE).sort(),
  }
}

/**
 * Puts the file of a skill into its place: whole at every moment, and never through a link, so that nothing outside of the folder
 * is written. Throws CommandRefused where the place is another's.
 */
export async function writeSkill(folder: SkillFolder, name: string, bytes: Uint8Array): Promise<void> {
  await placeOf(folder, name)
  try {
    await mkdir(folder.path, { recursive: true })
    const place = await placeOf(folder, name)
    await mkdir(place, { recursive: true })
    // What was made a link of since then leads elsewhere.
    await placeOf(folder, name)
    await writeWhole(join(place, `.${randomUUID()}`), join(place, FILE), { bytes, mode: 0o666 })
    await syncFolder(place)
  } catch (error) {
    if (isFault(error, 'EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'))
      throw new CommandRefused(`the folder ${join(folder.path, name)} cannot be written to`, { cause: error })
    throw plainFault(error, folder.path)
  }
}

/** Takes the file of a skill away, and its folder where nothing else is in it. */
export async function removeSkill(folder: SkillFolder, name: string): Promise<void> {
  const place = await placeOf(folder, name)
  await rm(join(place, FILE), { force: true })
  try {
    await rmdir(place)
  } catch (error) {
    if (!isFault(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

/** The folder of a skill, held to being one: no link anywhere below where it begins, and no other spelling of its name. */
async function placeOf(folder: SkillFolder, name: string): Promise<string> {
  const fault = faultOfFolderName(name)
  if (fault !== null)
    throw new CommandRefused(`${JSON.stringify(name)} is no folder for a skill: the name ${fault}`)
  await requirePlainWay(folder)
  const place = join(folder.path, name)
  const siblings = (await orNull(() => readdir(folder.path))) ?? []
  const other = siblings.find((sibling) => sibling !== name && sibling.toLowerCase() === name)
  if (other !== undefined)
    throw new CommandRefused(`${join(folder.path, other)} is in the way: some systems take it for ${name}`)
  await requireKind(place, 'isDirectory', 'is no folder, or a link')
  await requireKind(join(place, FILE), 'isFile', 'is no plain file')
  return place
}

/** A repository may come with links: of a folder below the lock's own none may be on the way. */
async function requirePlainWay({ named, path }: SkillFolder): Promise<void> {
  const parts = isAbsolute(named) ? [] : named.split('/')
  const base = isAbsolute(named) ? dirname(path) : resolve(path, ...parts.map(() => '..'))
  const steps = isAbsolute(named) ? [path] : parts.map((_, at) => join(base, ...parts.slice(0, at + 1)))
  for (const step of steps)
    await requireKind(step, 'isDirectory', 'is no folder, or a link: name where it leads')
  const real = await orNull(() => realpath(path))
  const top = await orNull(() => realpath(base))
  if (real !== null && top !== null && !isAbsolute(named) && real !== resolve(top, named))
    throw new CommandRefused(`${path} leads out of ${base}`)
}

async function requireKind(path: string, kind: 'isDirectory' | 'isFile', fault: string): Promise<void> {
  const found = await orNull(() => lstat(path))
  if (found !== null && !found[kind]()) throw new CommandRefused(`${path} ${fault}`)
}
