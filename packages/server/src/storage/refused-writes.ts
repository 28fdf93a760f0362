import { WRITE_TRIAL_MILLISECONDS } from '@colophon/contract'
import { isRefusedWrite } from './portable.ts'
import type { EngineStorage, Storage, Tx } from './storage.ts'

/** Never there after a commit. */
const TRIAL = { name: 'write_trial', value: '1' }

/**
 * The same storage, whose `ping` rejects from a write that the database refused (a full or read-only disk, a
 * read-only server) until a small one commits. While writes go through, a ping writes nothing: a commit is a new
 * data version, which empties caches.
 */
export function watchRefusedWrites(storage: EngineStorage): Storage {
  let refusal: Error | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let trial: Promise<void> | null = null

  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await storage.write(work)
    } catch (error) {
      if (isRefusedWrite(error)) refusal = new Error('The database refuses writes', { cause: error })
      throw error
    }
  }

  async function tryWrite(): Promise<void> {
    triedAt = performance.now()
    try {
      await storage.write(insertAndDelete)
      refusal = null
    } catch (error) {
      refusal = new Error('The database refuses writes', { cause: error })
    } finally {
      trial = null
    }
  }

  return {
    ...storage,
    write,
    async takesWrites() {
      trial ??= tryWrite()
      await trial
      return refusal === null
    },
    async ping() {
      await storage.ping()
      if (refusal === null) return
      if (trial === null && performance.now() - triedAt >= WRITE_TRIAL_MILLISECONDS) trial = tryWrite()
      await trial
      if (refusal !== null) throw refusal
    },
  }
}

async function insertAndDelete(tx: Tx): Promise<void> {
  await tx.insertInto('site').values(TRIAL).execute()
  await tx.deleteFrom('site').where('name', '=', TRIAL.name).execute()
}
