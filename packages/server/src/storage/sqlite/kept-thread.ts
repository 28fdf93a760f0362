import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../runtime/sibling-module.ts'

/** A thread that is there for the next question too. */
export interface KeptThread {
  /** One question at a time. Rejects when the thread fails; the next question starts another. */
  ask(): Promise<void>
  end(): Promise<void>
}

/**
 * To start a thread takes longer than many a work of it, so it stays while it is asked, and ends when nobody has for
 * `quietMilliseconds`: a server that does nothing holds no memory for it. The thread answers each message with one.
 */
export function keepThread(url: URL, data: unknown, idleMilliseconds: number): KeptThread {
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = startThread(url, { workerData: data, execArgv: [] })
    // Of a failure the question is told; without a listener it would end the server.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(timer)
    await worker?.terminate()
  }

  return {
    async ask() {
      clearTimeout(timer)
      worker ??= start()
      const asked = worker
      asked.ref()
      asked.postMessage(null)
      try {
        await answerOf(asked, url)
      } finally {
        asked.unref()
        timer = setTimeout(end, idleMilliseconds).unref()
      }
    },
    end,
  }
}

async function answerOf(worker: Worker, url: URL): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error(`The thread ${url.pathname} ended without an answer`)
  })
  try {
    await Promise.race([once(worker, 'message', { signal }), ended])
  } finally {
    over.abort()
  }
}

/** Seconds of work on a large site: the event loop goes on meanwhile. The thread answers with one message. */
export function inThread<T>(url: URL, data: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = startThread(url, { workerData: data, execArgv: [] })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The thread ${url.pathname} ended without an answer`)))
  })
}
