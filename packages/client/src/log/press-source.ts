import { isHash } from '@colophon/contract'
import type { CallOperation } from '../call.ts'
import { ColophonProblem } from '../problem.ts'
import { LogRefused } from './refused.ts'
import type { LogSource, ToldLeaf } from './source.ts'
import { tileName } from './tiles.ts'

/** The log of a press that is asked over HTTP. */
export function pressLog(call: CallOperation, name: string): LogSource {
  return {
    name,
    checkpoint: () => orNotThere(() => call('getLogCheckpoint')),
    keys: () => orNotThere(() => call('getLogKeys')),
    tile: (tile) =>
      orNotThere(() => call('readLogTile', { params: { level: String(tile.level), tile: tileName(tile) } })),
    async leavesOf(sha256) {
      const found = await orNotThere(() => call('getLogEntries', { params: { sha256 } }))
      return found === null ? null : found.entries.map(toldLeaf)
    },
    record: (sha256) => orNotThere(() => call('readObject', { params: { sha256 } })),
  }
}

function toldLeaf({ index, record_hash }: ToldLeaf): ToldLeaf {
  if (!Number.isSafeInteger(index) || index < 0 || !isHash(record_hash))
    throw new LogRefused('the press tells of a leaf that cannot be one')
  return { index, record_hash }
}

async function orNotThere<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ColophonProblem && error.code === 'not_found') return null
    throw error
  }
}
