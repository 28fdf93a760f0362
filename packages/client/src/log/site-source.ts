import { isHash } from '@colophon/contract'
import { LogRefused, tileName } from '@colophon/log'
import type { CallOperation } from '../call.ts'
import { ColophonProblem } from '../problem.ts'
import type { LogSource, ObjectLeaf } from './source.ts'

/** The log of a server that is asked over HTTP. */
export function siteLog(call: CallOperation, name: string): LogSource {
  return {
    name,
    checkpoint: () => orNotThere(() => call('getLogCheckpoint')),
    keys: () => orNotThere(() => call('getLogKeys')),
    tile: (tile) =>
      orNotThere(() => call('readLogTile', { params: { level: String(tile.level), tile: tileName(tile) } })),
    async leavesOf(sha256) {
      const found = await orNotThere(() => call('getLogEntries', { params: { sha256 } }))
      return found === null ? null : found.entries.map(leafOf)
    },
    record: (sha256) => orNotThere(() => call('readObject', { params: { sha256 } })),
  }
}

function leafOf({ index, record_hash }: ObjectLeaf): ObjectLeaf {
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
