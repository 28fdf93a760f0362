import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toPlainText } from '@colophon/cli/markdown'

/** Folders of thousands of real documents; too large to come with the source. */
export const CORPUS = process.env.COLOPHON_CORPUS ?? join(import.meta.dirname, '../../shared/corpus')

const LEAST_CHARACTERS = 20

/** Paragraphs of real documents as plain text. */
export function corpusParagraphs(): string[] {
  const files = globSync('**/*.md', { cwd: CORPUS }).sort()
  if (files.length === 0) throw new Error(`no documents in ${CORPUS}: set COLOPHON_CORPUS`)
  return files
    .flatMap((file) => readFileSync(join(CORPUS, file), 'utf8').split(/\n\s*\n/))
    .map(toPlainText)
    .filter((paragraph) => paragraph.length > LEAST_CHARACTERS)
}

/** Numbers from 0 up to 1 that are the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x80000000
  }
}
