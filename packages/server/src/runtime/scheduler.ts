import { setTimeout as sleep } from 'node:timers/promises'
import { SCHEDULER_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { removeOldOutcomes } from '../command/idempotency.ts'
import { isInMaintenance } from '../command/maintenance.ts'
import { sweepStaged } from '../features/recovery/left-staged.ts'
import { removeLeftCopies, sweepCopies } from '../features/snapshots/left-copies.ts'
import { openRefreshTasks } from '../features/tasks/refresh.ts'

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
  for (let round = 0; !signal.aborted; round += 1) {
    const work = round % SCHEDULER_LIMITS.sweepRounds === 0 ? sweepAndRun : runRound
    await work(app, signal).catch((error: unknown) => {
      app.telemetry.metrics.scheduler.failed()
      app.telemetry.log.error('scheduler failed', { error: String(error) })
    })
    await sleep(SCHEDULER_LIMITS.roundMilliseconds, null, { signal }).catch(() => null)
  }
}

/** At the start, and once an hour. */
async function sweepAndRun(app: App, signal: AbortSignal): Promise<void> {
  await sweepCopies(app)
  await sweepStaged(app)
  await runRound(app, signal)
}

/** One round; a recovery pauses it. */
export async function runRound(app: App, signal?: AbortSignal): Promise<void> {
  const isPaused = await isInMaintenance(app.storage.read)
  const refreshTasks = isPaused ? 0 : await openRefreshTasks(app)
  if (!isPaused) await removeOldOutcomes(app, signal)
  await removeLeftCopies(app)
  app.telemetry.metrics.scheduler.ran(app.ambient.now(), { refreshTasks, isPaused })
}
