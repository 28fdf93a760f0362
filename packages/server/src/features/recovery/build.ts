import type { App } from '../../app.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import { beginCompleting } from './complete.ts'
import { countReplayed } from './replay-store.ts'
import { type JobState, type RecoveryStep, stepCursor, stepParts } from './stage.ts'
import { STAGES } from './stages.ts'

/** Makes the tables that are filled beside those in use. */
export async function beginBuilding(app: App, unit: UnitOfWork): Promise<JobState> {
  await app.storage.rebuilt.prepare(unit.tx)
  return stateAt({ stage: 0, after: [] }, { done: 0, total: await countReplayed(unit.tx) })
}

function stateAt(
  at: { stage: number; after: readonly string[] },
  progress: { done: number; total: number },
): JobState {
  const [name] = STAGES[at.stage] ?? ['']
  return {
    phase: 'build_projections',
    cursor: stepCursor([name, ...at.after]),
    offset: progress.done,
    ...progress,
    carried: '{}',
  }
}

/** Replays the next records of a stage. */
export async function buildProjections(app: App, job: RecoveryJobRow): Promise<RecoveryStep> {
  const [name, ...after] = stepParts(job).map(String)
  const number = STAGES.findIndex(([known]) => known === name)
  const stage = STAGES[number]?.[1]
  if (stage === undefined) throw new Error(`the job ${job.job_id} is in no stage`)
  const batch = await stage(app, after)
  const done = job.done + batch.rows
  return async (unit) => {
    await batch.apply(app.storage.rebuilt.into(unit.tx))
    if (batch.end !== null) return stateAt({ stage: number, after: batch.end }, { done, total: job.total })
    if (number + 1 < STAGES.length)
      return stateAt({ stage: number + 1, after: [] }, { done, total: job.total })
    return beginCompleting(unit)
  }
}
