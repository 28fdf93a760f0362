import { hash } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of this age, in milliseconds, under a name that is not final was left by a run that was killed. */
const LEFT_BEHIND = 60 * 60 * 1000

/** Under another name until its last byte is on the disk: a kill or a full disk leaves no half of a file. */
export async function writeWhole(
  unnamed: string,
  final: string,
  { bytes, mode }: { bytes: Uint8Array; mode: number },
): Promise<void> {
  try {
    const file = await open(unnamed, 'wx', mode)
    try {
      await file.writeFile(bytes)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(unnamed, final)
  } catch (error) {
    await rm(unnamed, { force: true })
    throw error
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Ends what runs that were killed have left in a folder for files without their final names. */
export async function removeLeftBehind(
  path: string,
  isUnnamed: (name: string) => boolean = () => true,
): Promise<void> {
  for (const name of (await readdir(path)).filter(isUnnamed)) {
    const written = await orNull(async () => (await stat(join(path, name))).mtimeMs)
    if (written !== null && Date.now() - written > LEFT_BEHIND) await rm(join(path, name), { force: true })
  }
}

/** What a look at a file finds; null where there is none. */
export async function orNull<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (isFault(error, 'ENOENT')) return null
    throw error
  }
}

/** Whether the system refused with one of these codes. */
export function isFault(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** In words that say what to do. */
export function plainFault(error: unknown, path: string): unknown {
  if (isFault(error, 'ENOSPC', 'EDQUOT'))
    return new Error(
      `there is no room left for ${path}: make some and run the command again, it goes on where it stopped`,
      { cause: error },
    )
  return error
}

/** At once, for folders with many objects. */
export function sha256OfBytes(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex')
}

/** Takes a file for this process alone: whoever ends the run removes it. Throws where another process that runs has it. */
export async function claimRun(place: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(place, `${process.pid}\n`, { flag: 'wx' })
    } catch (error) {
      if (!isFault(error, 'EEXIST')) throw error
    }
    const owner = Number(await orNull(() => readFile(place, 'utf8')))
    if (isRunning(owner))
      throw new Error(`another run (process ${owner}) is at work here; if there is none, remove ${place}`)
    await rm(place, { force: true })
  }
}

/** Whoever was killed left its number behind, which may be that of this process. */
function isRunning(owner: number): boolean {
  if (!Number.isInteger(owner) || owner <= 0 || owner === process.pid) return false
  try {
    return process.kill(owner, 0)
  } catch (error) {
    return isFault(error, 'EPERM')
  }
}
