import { execFile } from 'node:child_process'
import { open, statfs } from 'node:fs/promises'
import { release } from 'node:os'
import { promisify } from 'node:util'
import { inFlight } from '../in-flight.ts'
import { syncFolder } from './whole-files.ts'

const run = promisify(execFile)

/** So many files are made durable one by one at less than a program costs. */
const FEW = 32
/** Files that are made durable beside one another: the system writes its journal once for all that wait. */
const AT_ONCE = 64
/** From this Linux on, whoever makes a file system durable is told of bytes that could not be written. */
const HONEST_SINCE = [5, 8] as const

/**
 * The types, as `statfs` numbers them, of local file systems that Linux makes durable in one go: ext, xfs, btrfs, f2fs,
 * bcachefs, ZFS, what of them a container sees (overlay), and memory. Others may only pass the bytes on to a program or a network.
 */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0xca451a4e, 0x2fc12fc1, 0x794c7630, 0x01021994,
])

/** Makes durable what is in one folder. */
export interface Durability {
  /** The bytes of these files. Throws unless all of them are durable. */
  ofFiles(paths: readonly string[]): Promise<void>
  /** The names in these folders. */
  ofFolders(paths: readonly string[]): Promise<void>
}

/** One by one, or all at once by one request for the file system, where that means the same and there are many. */
export function openDurability(folder: string): Durability {
  let can: boolean | null = null
  const isDoneAtOnce = async (count: number) => {
    if (count < FEW || can === false) return false
    if (can === null) {
      can = (await isSyncable(folder)) && (await syncAtOnce(folder).catch(() => false))
      return can
    }
    return await syncAtOnce(folder)
  }
  return {
    async ofFiles(paths) {
      if (!(await isDoneAtOnce(paths.length))) await inFlight(paths, AT_ONCE, syncFile)
    },
    async ofFolders(paths) {
      if (!(await isDoneAtOnce(paths.length))) await inFlight(paths, AT_ONCE, syncFolder)
    },
  }
}

async function isSyncable(folder: string): Promise<boolean> {
  if (process.platform !== 'linux' || !isHonest(release())) return false
  try {
    return LOCAL.has((await statfs(folder)).type)
  } catch {
    return false
  }
}

function isHonest(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const [first, second] = HONEST_SINCE
  return major > first || (major === first && minor >= second)
}

/** Answers whether a program could be started that does it; throws where it says that it could not. */
async function syncAtOnce(folder: string): Promise<boolean> {
  try {
    await run('sync', ['-f', folder])
    return true
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return false
    throw new Error(`${folder} could not be made durable: sync ended with ${error.code}`, { cause: error })
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}
