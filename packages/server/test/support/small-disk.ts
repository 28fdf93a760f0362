import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { isEverythingRequired } from './everything.ts'

export interface SmallDisk {
  readonly path: string
  /** Fills it up to so many bytes. */
  leave(bytes: number): Promise<void>
  /** Takes away what fills it. */
  makeSpace(): Promise<void>
  /** From now on nothing can be written to it, or again; nobody may have a file open there for writing. */
  makeReadOnly(isReadOnly: boolean): Promise<void>
}

/** A disk of so many MiB, in memory. Where none can be mounted the test is skipped, or fails, and has null. */
export async function smallDisk(t: TestContext, mebibytes: number): Promise<SmallDisk | null> {
  if (process.getuid?.() !== 0) return leaveOut(t, 'only root can mount a small disk')
  const path = await mkdtemp(join(tmpdir(), 'colophon-disk-'))
  try {
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path])
  } catch (error) {
    await rm(path, { recursive: true })
    return leaveOut(t, `no small disk can be mounted here: ${error}`)
  }
  t.after(async () => {
    // Whoever has files open there closes them later.
    await promisify(execFile)('umount', ['--lazy', path])
    await rm(path, { recursive: true })
  })
  const ballast = join(path, 'ballast')
  const makeSpace = () => rm(ballast, { force: true })
  return {
    path,
    makeSpace,
    async makeReadOnly(isReadOnly) {
      await promisify(execFile)('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path])
    },
    async leave(bytes) {
      await makeSpace()
      const { bavail, bsize } = await statfs(path)
      await writeFile(ballast, new Uint8Array(Math.max(0, bavail * bsize - bytes)))
    },
  }
}

function leaveOut(t: TestContext, why: string): null {
  if (isEverythingRequired()) throw new Error(why)
  t.skip(why)
  return null
}
