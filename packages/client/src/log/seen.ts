import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { orNull, plainFault, writeWhole } from '../whole-files.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { type NoteKey, requireKey } from './keys.ts'
import { LogRefused } from './refused.ts'

/** What was seen of a log before: the key that it is known by, and its last checkpoint that was proven. */
export interface SeenLog {
  readonly key: NoteKey
  readonly checkpoint: Checkpoint
}

const MODE = 0o600

/** What a file keeps of a log; null where there is no file. What is no such file is told. */
export async function readSeen(path: string): Promise<SeenLog | null> {
  const text = await orNull(() => readFile(path, 'utf8'))
  if (text === null) return null
  const seen = parseSeen(text)
  if (seen === null)
    throw new Error(
      `${path} is not what colophon keeps of a log: remove it to begin anew, which forgets what was seen`,
    )
  return seen
}

/** Whole, or as it was before. */
export async function writeSeen(path: string, { key, checkpoint }: SeenLog): Promise<void> {
  const text = `${JSON.stringify({ version: 1, key: key.text, checkpoint: checkpoint.signed }, null, 2)}\n`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeWhole(`${path}.${randomUUID()}`, path, { bytes: Buffer.from(text), mode: MODE })
  } catch (error) {
    throw plainFault(error, path)
  }
}

/** The checkpoint is signed, so that it says itself what was seen. */
function parseSeen(text: string): SeenLog | null {
  try {
    const { version, key: said, checkpoint }: Record<string, unknown> = Object(JSON.parse(text))
    if (version !== 1 || typeof said !== 'string' || typeof checkpoint !== 'string') return null
    const key = requireKey(said)
    return { key, checkpoint: openCheckpoint(checkpoint, [key]) }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof LogRefused) return null
    throw error
  }
}
