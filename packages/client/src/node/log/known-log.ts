import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LogRefused, openCheckpoint, requireKey } from '@colophon/log'
import type { KnownLog } from '../../log/verify-log.ts'
import { orNull, plainFault, writeWhole } from '../whole-files.ts'

const MODE = 0o600

/** What a file keeps of a log; null where there is no file. What is no such file is told. */
export async function readKnownLog(path: string): Promise<KnownLog | null> {
  const text = await orNull(() => readFile(path, 'utf8'))
  if (text === null) return null
  const seen = await parseKnownLog(text)
  if (seen === null)
    throw new Error(
      `${path} is not what colophon keeps of a log: remove it to begin anew, which forgets what was seen`,
    )
  return seen
}

/** Whole, or as it was before. */
export async function writeKnownLog(path: string, { key, checkpoint }: KnownLog): Promise<void> {
  const text = `${JSON.stringify({ version: 1, key: key.text, checkpoint: checkpoint.signed }, null, 2)}\n`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeWhole(`${path}.${randomUUID()}`, path, { bytes: Buffer.from(text), mode: MODE })
  } catch (error) {
    throw plainFault(error, path)
  }
}

/** The checkpoint is signed, so that it says itself what was seen. */
async function parseKnownLog(text: string): Promise<KnownLog | null> {
  try {
    const { version, key: said, checkpoint }: Record<string, unknown> = Object(JSON.parse(text))
    if (version !== 1 || typeof said !== 'string' || typeof checkpoint !== 'string') return null
    const key = requireKey(said)
    return { key, checkpoint: await openCheckpoint(checkpoint, [key]) }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof LogRefused) return null
    throw error
  }
}
