import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { countAll } from '../recovery/row-counts.ts'
import { openLoneHandle } from './dialect.ts'

/** SQLite counts by walking: on a large site that takes longer than a request may wait for. */
async function count(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return await countAll(openLoneHandle(database))
  } finally {
    database.close()
  }
}

parentPort?.postMessage(await count(String(workerData)))
