import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from '../../runtime/logger.ts'
import { MEMORY } from '../../runtime/memory.ts'
import { siblingModule, startProcess } from '../../runtime/sibling-module.ts'
import type { Db, Storage } from '../../storage/storage.ts'
import type { IndexerMessageHandler } from './message-handler.ts'
import type { IndexerMessage, IndexPlace, PackingData } from './messages.ts'
import { dueTopics, topicsBehind } from './packing-store.ts'

const PROGRAM = siblingModule(import.meta.url, 'pack-process')
const { young, old } = MEMORY.packer
const HEAP_FLAGS = [`--max-semi-space-size=${young}`, `--max-old-space-size=${old}`]

/** Stores what search would else have to analyse again at each start. */
interface Packer {
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

/** What is stored, by the place of the index. */
const DUE: Readonly<Record<IndexPlace, (db: Db) => Promise<string[]>>> = {
  memory: dueTopics,
  postgres: topicsBehind,
}

interface PackerOptions {
  readonly storage: Storage
  readonly log: Logger
  readonly data: Omit<PackingData, 'topics'>
  /** A recovery is under way: nothing is packed. */
  isPaused(db: Db): Promise<boolean>
  handleMessage: IndexerMessageHandler
}

/**
 * Packs in a process of its own. To analyse what was imported takes as much memory as the server itself, and of what a
 * thread takes, much stays with the process.
 */
export function createPacker(given: PackerOptions, times: PackerTimes): Packer {
  const { storage, log } = given
  let child: ChildProcess | null = null
  let packing: Promise<void> | null = null
  let closed = false

  async function packDue(): Promise<void> {
    if (closed || (await given.isPaused(storage.read))) return
    const topics = await DUE[given.data.index](storage.read)
    if (topics.length > 0 && !closed) await runProcess(topics)
  }

  async function runProcess(topics: string[]): Promise<void> {
    const started = startPacking()
    child = started
    const late = setTimeout(() => started.kill('SIGKILL'), times.within)
    started.on('message', (message: IndexerMessage) =>
      given.handleMessage(message, (written) => {
        if (started.connected) started.send(written, () => {})
      }),
    )
    const exit = once(started, 'exit')
    started.send({ ...given.data, topics } satisfies PackingData, () => {})
    const [code, signal] = await exit.finally(() => {
      clearTimeout(late)
      child = null
    })
    if (code !== 0 && !closed) log.warn('the packing process of search failed', { code, signal })
  }

  async function pack(): Promise<void> {
    packing = (packing ?? Promise.resolve()).then(packDue, packDue)
    await packing
  }

  function look(): void {
    if (child !== null) return
    pack().catch((error: unknown) => {
      if (!closed) log.warn('search index not packed', { error: String(error) })
    })
  }

  // Whoever moves the index into the database waits for it.
  if (given.data.index === 'postgres') look()
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

/** The server may end before it does. */
function startPacking(): ChildProcess {
  const child = startProcess(PROGRAM, {
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
