import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Cleanup } from './engines.ts'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** A folder of the test's own, with these files. */
export async function makeFolder(t: Cleanup, files: Files = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-files-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFiles(folder, files)
  return folder
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}
