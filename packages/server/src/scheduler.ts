import { setTimeout as sleep } from 'node:timers/promises'
import { SCHEDULER_LIMITS } from '@colophon/contract'
import type { App } from './app.ts'
import { removeOldOutcomes } from './command/idempotency.ts'
import { isInMaintenance } from './command/maintenance.ts'
import { openRefreshTasks } from './features/tasks/refresh.ts'

interface Scheduler {
  /** Lets the round that is under way finish. */
  stop(): Promise<void>
}

/**
 * What the service does by itself, in rounds. Every process may run it: that something is done once is
 * decided by keys in the database, and nothing that a caller sees waits for a round.
 */
export function startScheduler(app: App): Scheduler {
  const stopping = new AbortController()
  const rounds = runRounds(app, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await rounds
    },
  }
}

async function runRounds(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await runRound(app).catch((error: unknown) => {
      app.metrics.scheduler.failed()
      app.log.error('scheduler failed', { error: String(error) })
    })
    await sleep(SCHEDULER_LIMITS.roundMilliseconds, null, { signal }).catch(() => null)
  }
}

/** One round; a recovery pauses it. */
export async function runRound(app: App): Promise<void> {
  const isPaused = await isInMaintenance(app.storage.read)
  const refreshTasks = isPaused ? 0 : await openRefreshTasks(app)
  if (!isPaused) await removeOldOutcomes(app)
  app.metrics.scheduler.ran(app.now(), { refreshTasks, isPaused })
}
