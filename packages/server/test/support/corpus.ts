import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { markdownFiles, type SourceFile } from '@colophon/cli/import'

/** Folders of thousands of real documents; too large to come with the source. */
export const corpusFolder =
  process.env.COLOPHON_CORPUS ?? join(import.meta.dirname, '../../../../../shared/corpus')

/** What to say where a folder of the corpus is missing; false where it is there. */
export function corpusMissing(name: string): string | false {
  if (existsSync(join(corpusFolder, name))) return false
  return `no folder ${name} of real documents: set COLOPHON_CORPUS`
}

/** Files spread evenly over the folder: `count` of them, or all with COLOPHON_TEST_ALL_CORPUS=1. */
export async function corpusSample(name: string, count: number): Promise<SourceFile[]> {
  const files = await markdownFiles(join(corpusFolder, name))
  if (process.env.COLOPHON_TEST_ALL_CORPUS === '1') return files
  const step = Math.max(1, Math.floor(files.length / count))
  return files.filter((_file, place) => place % step === 0).slice(0, count)
}
