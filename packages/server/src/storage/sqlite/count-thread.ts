import { parentPort, workerData } from 'node:worker_threads'
import { countAll } from '../recovery/row-counts.ts'
import { openLoneHandle } from './dialect.ts'
import { openReader } from './open-reader.ts'

const BUSY_MILLISECONDS = 10_000

/** SQLite counts by walking: on a large site that takes longer than a request may wait for. */
async function count(file: string) {
  const database = openReader(file, BUSY_MILLISECONDS)
  try {
    return await countAll(openLoneHandle(database))
  } finally {
    database.close()
  }
}

void count(String(workerData)).then((counts) => parentPort?.postMessage(counts))
