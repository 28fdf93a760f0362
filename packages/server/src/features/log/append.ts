import { LOG_LIMITS } from '@colophon/contract'
import { bytesToHex, nodesAt, rootOf, wholeTiles } from '@colophon/log'
import type { App } from '../../app.ts'
import { findPublicEnd } from '../../catalog/changes.ts'
import { refuseDuringMaintenance } from '../../command/maintenance.ts'
import { isRefusedWrite } from '../../storage/portable.ts'
import type { Tx } from '../../storage/storage.ts'
import { nextLeaves, readStoredTile } from './next-leaves.ts'
import { addEntries, addTile, findLastEntry } from './store.ts'

const { stepLeaves } = LOG_LIMITS

/** One at a time in a process: who comes meanwhile waits for it and looks again. */
const running = new WeakMap<App, Promise<void>>()

/**
 * Appends what the streams of changes have and the log has not; answers how many leaves it has then. What is done
 * meanwhile is for the next time: else this would not end while others publish.
 */
export async function appendNew(app: App): Promise<number> {
  const { read } = app.storage
  const upTo = await findPublicEnd(read)
  for (;;) {
    const last = await findLastEntry(read)
    const size = last === null ? 0 : last.position + 1
    const isBehind = (await nextLeaves(read, last, { upTo, limit: 1 })).length > 0
    if (!isBehind) return size
    const step = running.get(app) ?? appendStep(app, upTo).finally(() => running.delete(app))
    running.set(app, step)
    try {
      await step
    } catch (error) {
      // A full or read-only disk: the log is told as far as it goes.
      if (isRefusedWrite(error)) return size
      throw error
    }
  }
}

/** In the order of the streams, whoever does it: what another process has appended is not appended again. */
function appendStep(app: App, upTo: number): Promise<void> {
  return app.storage.write(async (tx) => {
    await refuseDuringMaintenance(tx)
    const last = await findLastEntry(tx)
    const size = last === null ? 0 : last.position + 1
    const leaves = await nextLeaves(tx, last, { upTo, limit: stepLeaves })
    const rows = leaves.map((leaf, place) => ({ position: size + place, ...leaf }))
    await addEntries(tx, rows)
    await addWholeTiles(tx, { before: size, after: size + rows.length })
  })
}

/** From the leaves up: a tile that became whole is a hash of the level above, which may complete a tile there. */
async function addWholeTiles(tx: Tx, grown: { before: number; after: number }): Promise<void> {
  for (let level = 0; nodesAt(level + 1, grown.after) > 0; level += 1)
    for (const tile of wholeTiles(level, grown)) {
      const hash = bytesToHex(rootOf(await readStoredTile(tx, tile)))
      await addTile(tx, { level: level + 1, position: tile.index, hash })
    }
}
