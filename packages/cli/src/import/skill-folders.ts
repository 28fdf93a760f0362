import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { SourceFile } from './import-files.ts'
import { readBounded } from './markdown-folder.ts'

const FILE = 'SKILL.md'

/** A folder with a `SKILL.md`. */
export interface SkillSourceFolder {
  /** Its own name, which must be that of the skill. */
  readonly folder: string
  readonly file: SourceFile
  /** Whatever else is in it, relative to it. */
  readonly others: readonly string[]
}

/**
 * The skills below a folder, or the one that it is, in the order of their names' bytes. Links are not followed, and hidden folders
 * are passed over; what is below a skill belongs to it.
 */
export async function skillFolders(root: string): Promise<SkillSourceFolder[]> {
  const found: SkillSourceFolder[] = []
  await collect(root, '', found)
  return found.sort((a, b) => Buffer.compare(Buffer.from(a.file.name), Buffer.from(b.file.name)))
}

async function collect(root: string, below: string, found: SkillSourceFolder[]): Promise<void> {
  const items = await readdir(join(root, below), { withFileTypes: true })
  if (items.some((item) => item.isFile() && item.name === FILE)) {
    const name = below === '' ? FILE : `${below}/${FILE}`
    found.push({
      folder: basename(resolve(root, below)),
      file: { name, read: () => readBounded(join(root, name)) },
      others: (await filesBelow(join(root, below), '')).filter((other) => other !== FILE).sort(),
    })
    return
  }
  for (const item of items)
    if (item.isDirectory() && !item.name.startsWith('.'))
      await collect(root, below === '' ? item.name : `${below}/${item.name}`, found)
}

async function filesBelow(folder: string, below: string): Promise<string[]> {
  const found: string[] = []
  for (const item of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = below === '' ? item.name : `${below}/${item.name}`
    if (item.isDirectory()) found.push(...(await filesBelow(folder, name)))
    else found.push(name)
  }
  return found
}
