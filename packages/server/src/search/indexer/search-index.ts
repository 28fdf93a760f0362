import type { Worker } from 'node:worker_threads'
import { problem } from '../../core/problem.ts'
import type { Logger } from '../../runtime/logger.ts'
import { MEMORY } from '../../runtime/memory.ts'
import { siblingModule, startThread } from '../../runtime/sibling-module.ts'
import type { LostCode } from '../../storage/blobs/blob-store.ts'
import type { Db, Storage } from '../../storage/storage.ts'
import { createMessageHandler, type IndexerMessageHandler } from './message-handler.ts'
import type { Answers, FromThread, ThreadData, ThreadRequest } from './messages.ts'
import { createPacker, PACKER_TIMES, type PackerTimes } from './packer.ts'

type RequestOf<K extends ThreadRequest['kind']> = Extract<ThreadRequest, { kind: K }>

/** Search, as the rest of the server sees it: questions to a thread of its own. */
export interface SearchIndex {
  ask<K extends ThreadRequest['kind']>(asked: RequestOf<K>): Promise<Answers[K]>
  /** The thread that runs now; null while there is none. */
  threadId(): number | null
  /** Stores what is due, so that no start has to analyse it. */
  pack(): Promise<void>
  close(): Promise<void>
}

export interface SearchTimes {
  /** Without a question for so long the thread is let go, and its memory with it. */
  idle: number
  /** Also how long a question waits while much is indexed that was published before it. */
  answer: number
  packing: PackerTimes
}

const TIMES: SearchTimes = { idle: 180_000, answer: 60_000, packing: PACKER_TIMES }
const MOST_WAITING = 256
const { young, old } = MEMORY.searchThread

interface Waiting {
  resolve(answer: Answers[keyof Answers]): void
  reject(error: unknown): void
  readonly timer: NodeJS.Timeout
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
}

interface SearchParts {
  storage: Storage
  log: Logger
  countLost(code: LostCode): void
  thread: ThreadData
  /** A recovery is under way: nothing is packed. */
  isPaused(db: Db): Promise<boolean>
}

export function createSearchIndex(parts: SearchParts, times: SearchTimes = TIMES): SearchIndex {
  const handleMessage = createMessageHandler(parts)
  const { databaseUrl, blobs, index } = parts.thread
  const packer = createPacker({ ...parts, data: { databaseUrl, blobs, index }, handleMessage }, times.packing)
  const questions = new Questions(parts, handleMessage, times)
  return {
    // The thread answers each kind of question with its kind of answer.
    ask: (asked) => questions.ask(asked) as Promise<never>,
    threadId: () => questions.threadId(),
    pack: packer.pack,
    async close() {
      packer.close()
      await questions.close()
    },
  }
}

/** The questions that wait, and the thread that answers them while there are any. */
class Questions {
  readonly #log: Logger
  readonly #data: ThreadData
  readonly #handleMessage: IndexerMessageHandler
  readonly #times: SearchTimes
  #thread: Thread | null = null
  #idle: NodeJS.Timeout | null = null
  #ids = 0
  #closed = false

  constructor({ log, thread }: SearchParts, handleMessage: IndexerMessageHandler, times: SearchTimes) {
    this.#log = log
    this.#data = thread
    this.#handleMessage = handleMessage
    this.#times = times
  }

  ask(asked: ThreadRequest): Promise<Answers[keyof Answers]> {
    if (this.#closed) throw overloaded('The server is stopping.')
    this.#thread ??= this.#start()
    const { worker, waiting } = this.#thread
    if (waiting.size >= MOST_WAITING) throw overloaded('Too many searches are waiting.')
    this.#restLater()
    this.#ids += 1
    const id = this.#ids
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(overloaded('Search has not answered in time.'))
      }, this.#times.answer)
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, asked })
    })
  }

  threadId(): number | null {
    return this.#thread?.worker.threadId ?? null
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#idle !== null) clearTimeout(this.#idle)
    await this.#thread?.worker.terminate()
  }

  #start(): Thread {
    const worker = startThread(siblingModule(import.meta.url, 'search-thread'), {
      workerData: this.#data,
      resourceLimits: { maxYoungGenerationSizeMb: young, maxOldGenerationSizeMb: old },
      execArgv: [],
    })
    const started: Thread = { worker, waiting: new Map() }
    worker.unref()
    worker.on('message', (message: FromThread) => this.#handle(started, message))
    worker.on('error', (error) => this.#log.error('the search thread failed', { error: String(error) }))
    worker.on('exit', () => this.#end(started))
    return started
  }

  #handle(from: Thread, message: FromThread): void {
    if (message.kind === 'answer' || message.kind === 'failure') settle(from, message)
    else this.#handleMessage(message, (written) => from.worker.postMessage(written))
  }

  /** Whoever waited for the thread gets an error, and the next question starts another. */
  #end(ended: Thread): void {
    if (this.#thread === ended) this.#thread = null
    for (const { reject, timer } of ended.waiting.values()) {
      clearTimeout(timer)
      reject(overloaded('The search thread has ended.'))
    }
    ended.waiting.clear()
  }

  #restLater(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#letGo(), this.#times.idle)
    this.#idle.unref()
  }

  #letGo(): void {
    if (this.#thread === null) return
    if (this.#thread.waiting.size > 0) {
      this.#restLater()
      return
    }
    const resting = this.#thread
    // The next question must not be asked of a thread that is ending.
    this.#thread = null
    void resting.worker.terminate()
  }
}

function settle(from: Thread, message: Extract<FromThread, { kind: 'answer' | 'failure' }>): void {
  const waiting = from.waiting.get(message.id)
  if (waiting === undefined) return
  from.waiting.delete(message.id)
  clearTimeout(waiting.timer)
  if (message.kind === 'answer') waiting.resolve(message.answer)
  else
    waiting.reject(overloaded(message.detail ?? 'Search met a fault of its own.', new Error(message.message)))
}

function overloaded(detail: string, cause?: unknown) {
  return problem('overloaded', detail, {}, cause)
}
