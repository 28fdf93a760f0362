import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Logger } from '../../log.ts'
import type { Db, Storage } from '../storage.ts'
import type { Hear } from './hear-follower.ts'
import type { FromFollower, PackingData } from './messages.ts'
import { dueTopics } from './packing-store.ts'

const PROGRAM = join(import.meta.dirname, 'pack-process.ts')
/** Its arrays are not in the heap; the largest article needs some tens of megabytes while it is read. */
const HEAP_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=256']

/** Stores what search would else have to analyse again at each start. */
export interface Packer {
  /** Packs what is due; after a packing that is under way. */
  pack(): Promise<void>
  close(): void
}

export interface PackerTimes {
  /** How often it is looked whether anything is due. */
  every: number
  /** How long a packing may take. */
  within: number
}

export const PACKER_TIMES: PackerTimes = { every: 30_000, within: 3_600_000 }

interface Given {
  readonly storage: Storage
  readonly log: Logger
  readonly data: Omit<PackingData, 'topics'>
  /** A recovery is under way: nothing is packed. */
  isPaused(db: Db): Promise<boolean>
  hear: Hear
}

/**
 * Packs in a process of its own. To analyse what was imported takes as much memory as the press itself, and of what a
 * thread takes, much stays with the process.
 */
export function createPacker(given: Given, times: PackerTimes): Packer {
  const { storage, log } = given
  let child: ChildProcess | null = null
  let packing: Promise<void> | null = null
  let closed = false

  async function packDue(): Promise<void> {
    if (closed || (await given.isPaused(storage.read))) return
    const topics = await dueTopics(storage.read)
    if (topics.length > 0 && !closed) await runProcess(topics)
  }

  async function runProcess(topics: string[]): Promise<void> {
    const started = startProcess()
    child = started
    const late = setTimeout(() => started.kill('SIGKILL'), times.within)
    started.on('message', (message: FromFollower) =>
      given.hear(message, (written) => {
        if (started.connected) started.send(written, () => {})
      }),
    )
    const exit = once(started, 'exit')
    started.send({ ...given.data, topics } satisfies PackingData, () => {})
    const [code, signal] = await exit.finally(() => {
      clearTimeout(late)
      child = null
    })
    if (code !== 0 && !closed) log.warn('the process that packs for search failed', { code, signal })
  }

  async function pack(): Promise<void> {
    packing = (packing ?? Promise.resolve()).then(packDue, packDue)
    await packing
  }

  function look(): void {
    if (child !== null) return
    pack().catch((error: unknown) => {
      if (!closed) log.warn('search could not be packed', { error: String(error) })
    })
  }

  const timer = setInterval(look, times.every).unref()
  return {
    pack,
    close() {
      closed = true
      clearInterval(timer)
      child?.kill('SIGKILL')
    },
  }
}

/** The press may end before it does. */
function startProcess(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: HEAP_FLAGS,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  // A failure to start ends the wait for its exit, and a failure to send is an exit.
  child.on('error', () => {})
  return child
}
