import cluster from 'node:cluster'
import type { Settings } from './settings.ts'

const RESTART_MILLISECONDS = 1000

/** Starts the server processes, replaces one that dies, and passes a stop signal on. */
export async function startWorkers(settings: Settings, announce: () => void): Promise<void> {
  // A worker reads the flags of this process again; the port that was picked for all goes last and wins.
  cluster.setupPrimary({
    args: [...process.argv.slice(2), '--port', String(settings.port), '--base-url', settings.baseUrl],
  })
  cluster.once('listening', announce)
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  cluster.on('exit', () => {
    if (!stopping) setTimeout(() => stopping || cluster.fork(), RESTART_MILLISECONDS)
  })
  for (let started = 0; started < settings.workers; started += 1) cluster.fork()
}
