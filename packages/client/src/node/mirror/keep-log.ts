import {
  type Checkpoint,
  type FilledTile,
  isSame,
  LogRefused,
  openCheckpoint,
  parseKeys,
  TILE_WIDTH,
  tileBytes,
  tilePlace,
} from '@colophon/log'
import { siteLog } from '../../log/site-source.ts'
import type { LogSource } from '../../log/source.ts'
import { ColophonProblem } from '../../problem.ts'
import { folderText } from '../log/backup-source.ts'
import { growCopy } from '../log/grow-log.ts'
import type { MirrorFolder } from './folder.ts'
import type { MirrorRun } from './running.ts'

/** The transparency log of a mirror after a run. */
export interface MirroredLog {
  /** Leaves; null where no log is kept yet. */
  readonly size: number | null
  /** Why it could not be kept: what was kept before stays. */
  readonly failed: string | null
}

const [CHECKPOINT, KEYS] = ['checkpoint', 'keys']

/**
 * Keeps the log of the server, which has to go on from what is kept; null where the server has none. What is wrong with
 * it is told, and the next run tries again.
 */
export async function keepLog(running: MirrorRun): Promise<MirroredLog | null> {
  const { folder } = running
  const source = siteLog(running.call, 'the press')
  let size: number | null = null
  try {
    const kept = folderText(await folder.readLog(CHECKPOINT))
    const signed = await source.checkpoint()
    if (signed === null && kept === null) return null
    if (signed === null) throw new LogRefused('the press has no transparency log any more')
    const keys = await keysOf(folder, source)
    const before = kept === null ? null : await openCheckpoint(kept, parseKeys(keys))
    size = before?.size ?? null
    const head = await openCheckpoint(signed, parseKeys(keys))
    await bring(running, { source, head, before, keys })
    return { size: head.size, failed: null }
  } catch (error) {
    if (!(error instanceof LogRefused || error instanceof ColophonProblem)) throw error
    return { size, failed: error.message }
  }
}

/** The keys of the first run stay: a log that is signed with others alone is another one. */
async function keysOf(folder: MirrorFolder, source: LogSource): Promise<string> {
  return folderText(await folder.readLog(KEYS)) ?? (await source.keys()) ?? ''
}

interface Bringing {
  readonly source: LogSource
  readonly head: Checkpoint
  readonly before: Checkpoint | null
  readonly keys: string
}

/** The tiles come first and the checkpoint last: a kill between them leaves what is kept as it was. */
async function bring(running: MirrorRun, { source, head, before, keys }: Bringing): Promise<void> {
  const { folder, progress, isChecking } = running
  if (before !== null) requireSameLog(before, head)
  const readTile = (tile: Parameters<typeof tilePlace>[0]) => folder.readLog(tilePlace(tile))
  const isOld = before?.size === head.size && !isChecking
  const tiles = isOld ? [] : await growCopy({ source, head, kept: before, readTile, progress }, isChecking)
  for (const tile of tiles) await write(folder, tilePlace(tile), tileBytes(tile, tile.parts))
  await write(folder, KEYS, Buffer.from(keys))
  await write(folder, CHECKPOINT, Buffer.from(head.signed))
  for (const tile of tiles) await removeFormer(folder, tile)
}

function requireSameLog(before: Checkpoint, head: Checkpoint): void {
  if (head.origin !== before.origin)
    throw new LogRefused(`the log is ${head.origin}, and ${before.origin} is kept`)
  if (head.size < before.size)
    throw new LogRefused(`the log has ${head.size} leaves, and ${before.size} are kept: it was rolled back`)
  if (head.size === before.size && !isSame(head.root, before.root))
    throw new LogRefused(`the log has another root at its ${head.size} leaves than is kept`)
}

async function write(folder: MirrorFolder, place: string, bytes: Uint8Array): Promise<void> {
  const there = await folder.readLog(place)
  if (there === null || !isSame(there, bytes)) await folder.writeLog(place, bytes)
}

/** The parts of a tile that was shorter when it was kept. */
async function removeFormer(folder: MirrorFolder, tile: FilledTile): Promise<void> {
  const parts = `${tilePlace({ ...tile, width: TILE_WIDTH })}.p`
  if (tile.width === TILE_WIDTH) return await folder.removeLog(parts)
  for (const name of await folder.listLog(parts))
    if (name !== String(tile.width)) await folder.removeLog(`${parts}/${name}`)
}
