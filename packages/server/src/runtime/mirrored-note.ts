import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Note, type NoteSigner, parseKeys, parseNote } from '@colophon/log'
import { notFound } from '../core/problem.ts'

const LOG = '.mirror/log'

/** The checkpoint that a mirror holds, and its text; null where it holds no log. */
export async function readMirroredNote(folder: string): Promise<(Note & { signed: string }) | null> {
  const signed = await readText(join(folder, LOG, 'checkpoint'))
  return signed === null ? null : { ...parseNote(signed), signed }
}

/** Has no key: it hands out the note that the mirror holds, for its own text alone. */
export async function openMirroredSigner(folder: string): Promise<NoteSigner> {
  const note = await readMirroredNote(folder)
  const keys = parseKeys((await readText(join(folder, LOG, 'keys'))) ?? '')
  return {
    name: note?.text.split('\n')[0] ?? '',
    keys,
    sign(text) {
      if (note === null || text !== note.text) throw notFound()
      return note.signed
    },
    signBytes() {
      throw notFound()
    },
  }
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
