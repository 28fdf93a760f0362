import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { claimRun, isFault, orNull, plainFault, syncFolder, writeWhole } from '@colophon/client/node/files'
import { CommandRefused } from '../commands/command.ts'
import { EMPTY_LOCK, formatLock, type Lock, LockRefused, parseLock } from './lock.ts'

/** As whoever runs the command has set for its files. */
const MODE = 0o666
/** Another command that writes needs milliseconds; its turns are waited for so long. */
const TURNS = 100
const TURN_MILLISECONDS = 100

/** A lock as it was found. */
export interface FoundLock {
  readonly lock: Lock
  /** Whether its bytes are those that this command would write. */
  readonly isCanonical: boolean
}

/** What a file pins; null where there is no file. Throws CommandRefused for what is no lock, or cannot be read. */
export async function readLockFile(path: string): Promise<FoundLock | null> {
  const text = await readText(path)
  if (text === null) return null
  try {
    const lock = parseLock(text)
    return { lock, isCanonical: formatLock(lock) === text }
  } catch (error) {
    if (!(error instanceof LockRefused)) throw error
    throw new CommandRefused(`${path} ${error.message}`, { cause: error })
  }
}

/**
 * Changes a lock as it is now, so that what other commands wrote meanwhile stays; answers what is there then. The file is
 * whole at every moment: it is written beside, and takes the name when its bytes are on the disk. Nothing is written where
 * nothing changes.
 */
export async function changeLockFile(path: string, change: (lock: Lock) => Lock): Promise<Lock> {
  const turn = `${path}.running`
  try {
    await takeTurn(turn)
    try {
      return await changeAlone(path, change)
    } finally {
      await rm(turn, { force: true })
    }
  } catch (error) {
    throw plainFault(error, path)
  }
}

async function changeAlone(path: string, change: (lock: Lock) => Lock): Promise<Lock> {
  await removeUnnamed(path)
  const found = await readLockFile(path)
  const lock = change(found?.lock ?? EMPTY_LOCK)
  const text = formatLock(lock)
  if (found?.isCanonical === true && formatLock(found.lock) === text) return lock
  await writeWhole(`${path}.${randomUUID()}`, path, { bytes: Buffer.from(text), mode: MODE })
  await syncFolder(dirname(path))
  return lock
}

async function takeTurn(place: string): Promise<void> {
  for (let turn = 1; ; turn += 1)
    try {
      return await claimRun(place)
    } catch (error) {
      if (isFault(error, 'ENOENT', 'EACCES', 'EROFS', 'ENOTDIR'))
        throw new CommandRefused(`the folder ${dirname(place)} cannot be written to`, { cause: error })
      if (turn === TURNS || (error instanceof Error && 'code' in error)) throw error
      await setTimeout(TURN_MILLISECONDS)
    }
}

/** What was killed before its file had its name left it; whoever has the turn is alone. */
async function removeUnnamed(path: string): Promise<void> {
  const name = basename(path)
  for (const other of await readdir(dirname(path)))
    if (other.startsWith(`${name}.`) && UNNAMED.test(other.slice(name.length)))
      await rm(join(dirname(path), other), { force: true })
}

const UNNAMED = /^\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

async function readText(path: string): Promise<string | null> {
  try {
    return await orNull(() => readFile(path, 'utf8'))
  } catch (error) {
    throw new CommandRefused(`the file ${path} cannot be read`, { cause: error })
  }
}
