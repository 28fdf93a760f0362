import type { Logger } from '../../runtime/logger.ts'
import type { LostCode } from '../../storage/blobs/blob-store.ts'
import type { Db, Storage } from '../../storage/storage.ts'
import type { IndexerMessage, Packing, WriteResult } from './messages.ts'
import { writePacking } from './packing-store.ts'

/** Handles the messages of the indexing thread or process. */
export type IndexerMessageHandler = (message: IndexerMessage, reply: (written: WriteResult) => void) => void

export function createMessageHandler({
  storage,
  log,
  countLost,
  isPaused,
}: {
  storage: Storage
  log: Logger
  countLost(code: LostCode): void
  isPaused(db: Db): Promise<boolean>
}): IndexerMessageHandler {
  /** What is packed during a recovery is of the lists of before, which are no more when it is complete. */
  async function write(packing: Packing): Promise<boolean> {
    try {
      return (await isPaused(storage.read)) ? false : await writePacking(storage, packing)
    } catch (error) {
      log.warn('search index not packed', { error: String(error) })
      return false
    }
  }

  return (message, reply) => {
    if (message.kind === 'warning') log.warn('search', { warning: message.message })
    else if (message.kind === 'lost') {
      countLost(message.code)
      log.error('search', { code: message.code, error: message.message })
    } else void write(message.packing).then((written) => reply({ id: message.id, written }))
  }
}

/** The main thread alone writes: the indexing thread or process sends it a request, and waits. */
export function requestWrites(say: (message: IndexerMessage) => void) {
  const waiting = new Map<number, (written: boolean) => void>()
  let ids = 0
  return {
    write(packing: Packing): Promise<boolean> {
      ids += 1
      const id = ids
      say({ kind: 'write', id, packing })
      return new Promise((resolve) => {
        waiting.set(id, resolve)
      })
    },
    settle({ id, written }: WriteResult): void {
      waiting.get(id)?.(written)
      waiting.delete(id)
    },
  }
}
