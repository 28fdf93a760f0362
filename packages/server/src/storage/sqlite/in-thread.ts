import { Worker } from 'node:worker_threads'

/** Seconds of work on a large site: the event loop goes on meanwhile. The thread answers with one message. */
export function inThread<T>(url: URL, data: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { workerData: data, execArgv: [] })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The thread ${url.pathname} ended without an answer`)))
  })
}
