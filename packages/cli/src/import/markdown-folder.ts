import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BYTE_LIMITS } from '@colophon/contract'
import type { SourceFile } from './import-files.ts'

export async function markdownFiles(folder: string): Promise<SourceFile[]> {
  const names = await markdownNames(folder)
  return names.map((name) => ({ name, read: () => readBounded(join(folder, name)) }))
}

/**
 * Every Markdown file below a folder, in the order of their paths' bytes. Links are not followed, so that
 * nothing outside is published; hidden folders, such as a repository's own, are passed over.
 */
export async function markdownNames(folder: string): Promise<string[]> {
  const names = await namesBelow(folder, '')
  return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

async function namesBelow(folder: string, below: string): Promise<string[]> {
  const found: string[] = []
  for (const item of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = below === '' ? item.name : `${below}/${item.name}`
    if (item.isFile() && /\.md$/i.test(item.name)) found.push(name)
    else if (item.isDirectory() && !item.name.startsWith('.')) found.push(...(await namesBelow(folder, name)))
  }
  return found
}

/** What is too large is refused whatever it says: the first bytes beyond the limit are enough to tell. */
export async function readBounded(file: string): Promise<Uint8Array> {
  const { size } = await stat(file)
  if (size > BYTE_LIMITS.submissionRequest) return new Uint8Array(BYTE_LIMITS.submissionRequest + 1)
  return readFile(file)
}
