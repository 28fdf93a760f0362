import cluster from 'node:cluster'
import type { Settings } from './settings.ts'

const RESTART_MILLISECONDS = 1000

/** Starts the server processes, replaces one that dies, and passes a stop signal on. */
export async function startWorkers(settings: Settings): Promise<void> {
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
