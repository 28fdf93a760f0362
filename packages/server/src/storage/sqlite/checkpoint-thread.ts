import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Copies what is in the log into the file, as far as nobody reads it in the log; writers go on meanwhile. */
function checkpoint(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  } finally {
    database.close()
  }
}

parentPort?.on('message', () => {
  checkpoint(String(workerData))
  parentPort?.postMessage(null)
})
