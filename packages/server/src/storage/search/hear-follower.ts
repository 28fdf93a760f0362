import type { Logger } from '../../log.ts'
import type { Db, Storage } from '../storage.ts'
import type { FromFollower, Packing, Written } from './messages.ts'
import { writePacking } from './packing-store.ts'

/** Does what a thread or a process that follows asks for. */
export type Hear = (message: FromFollower, reply: (written: Written) => void) => void

export function createHearing({
  storage,
  log,
  isPaused,
}: {
  storage: Storage
  log: Logger
  isPaused(db: Db): Promise<boolean>
}): Hear {
  /** What is packed during a recovery is of the lists of before, which are no more when it is complete. */
  async function write(packing: Packing): Promise<boolean> {
    try {
      return (await isPaused(storage.read)) ? false : await writePacking(storage, packing)
    } catch (error) {
      log.warn('search could not be packed', { error: String(error) })
      return false
    }
  }

  return (message, reply) => {
    if (message.kind === 'warning') log.warn('search', { warning: message.message })
    else void write(message.packing).then((written) => reply({ id: message.id, written }))
  }
}
