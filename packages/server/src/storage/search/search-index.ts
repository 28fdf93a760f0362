import { Worker } from 'node:worker_threads'
import { problem } from '../../core/problem.ts'
import type { Logger } from '../../log.ts'
import type { Db, Storage } from '../storage.ts'
import { createHearing } from './hear-follower.ts'
import type { Answers, Asked, FromThread, ThreadData } from './messages.ts'
import { createPacker, PACKER_TIMES, type PackerTimes } from './packer.ts'

type AskedFor<K extends Asked['kind']> = Extract<Asked, { kind: K }>

/** Search, as the rest of the press sees it: questions to a thread of its own. */
export interface SearchIndex {
  ask<K extends Asked['kind']>(asked: AskedFor<K>): Promise<Answers[K]>
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
/** The young generation of the thread's heap: what a query leaves behind is soon gone. */
const YOUNG_MEGABYTES = 4
/** The arrays are not in the heap; the largest article needs some tens of megabytes while it is read. */
const OLD_MEGABYTES = 128

interface Waiting {
  resolve(answer: Answers[keyof Answers]): void
  reject(error: unknown): void
  readonly timer: NodeJS.Timeout
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
}

export function createSearchIndex(
  given: {
    storage: Storage
    log: Logger
    thread: ThreadData
    /** A recovery is under way: nothing is packed. */
    isPaused(db: Db): Promise<boolean>
  },
  times: SearchTimes = TIMES,
): SearchIndex {
  const { log } = given
  const hear = createHearing(given)
  const { databaseUrl, blobs } = given.thread
  const packer = createPacker({ ...given, data: { databaseUrl, blobs }, hear }, times.packing)
  let thread: Thread | null = null
  let idle: NodeJS.Timeout | null = null
  let ids = 0
  let closed = false

  function start(): Thread {
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      workerData: given.thread,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES, maxOldGenerationSizeMb: OLD_MEGABYTES },
      execArgv: [],
    })
    const started: Thread = { worker, waiting: new Map() }
    worker.unref()
    worker.on('message', (message: FromThread) => hearThread(started, message))
    worker.on('error', (error) => log.error('the search thread failed', { error: String(error) }))
    worker.on('exit', () => end(started, 'The search thread has ended.'))
    return started
  }

  /** Nobody waits for a thread that is no more: they are told so, and the next question starts another. */
  function end(ended: Thread, why: string): void {
    if (thread === ended) thread = null
    for (const { reject, timer } of ended.waiting.values()) {
      clearTimeout(timer)
      reject(overloaded(why))
    }
    ended.waiting.clear()
  }

  function hearThread(from: Thread, message: FromThread): void {
    if (message.kind === 'answer' || message.kind === 'failure') settle(from, message)
    else hear(message, (written) => from.worker.postMessage(written))
  }

  function settle(from: Thread, message: Extract<FromThread, { kind: 'answer' | 'failure' }>): void {
    const waiting = from.waiting.get(message.id)
    if (waiting === undefined) return
    from.waiting.delete(message.id)
    clearTimeout(waiting.timer)
    if (message.kind === 'answer') waiting.resolve(message.answer)
    else waiting.reject(overloaded('Search met a fault of its own.', new Error(message.message)))
  }

  function restUntilAsked(): void {
    if (idle !== null) clearTimeout(idle)
    idle = setTimeout(letGo, times.idle)
    idle.unref()
  }

  function letGo(): void {
    if (thread === null) return
    if (thread.waiting.size > 0) {
      restUntilAsked()
      return
    }
    const resting = thread
    // The next question must not be asked of a thread that is ending.
    thread = null
    void resting.worker.terminate()
  }

  function send(asked: Asked): Promise<Answers[keyof Answers]> {
    if (closed) throw overloaded('The press is stopping.')
    thread ??= start()
    const { worker, waiting } = thread
    if (waiting.size >= MOST_WAITING) throw overloaded('Too many searches are waiting.')
    restUntilAsked()
    ids += 1
    const id = ids
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(overloaded('Search has not answered in time.'))
      }, times.answer)
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, asked })
    })
  }

  return {
    // The thread answers each kind of question with its kind of answer.
    ask: (asked) => send(asked) as Promise<never>,
    threadId: () => thread?.worker.threadId ?? null,
    pack: packer.pack,
    async close() {
      closed = true
      packer.close()
      if (idle !== null) clearTimeout(idle)
      await thread?.worker.terminate()
    },
  }
}

function overloaded(detail: string, cause?: unknown) {
  return problem('overloaded', detail, {}, cause)
}
