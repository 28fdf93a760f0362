import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import type { Act } from '../../command/act.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { findOutcome } from '../../command/idempotency.ts'
import { takeMaintenance } from '../../command/maintenance.ts'
import { SCHEMA_VERSION } from '../../storage/migrate.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import { beginBuilding, buildProjections } from './build.ts'
import { completeJob } from './complete.ts'
import { stageLegacy } from './legacy.ts'
import { loadTables } from './load.ts'
import {
  type Asked,
  type JobView,
  jobView,
  type Manifest,
  readAsked,
  requireEmptyTarget,
  requirePlace,
  requireStartable,
} from './rules.ts'
import type { JobState, Phase, Step } from './step.ts'
import { addJob, findNewestJob, hasEntries, saveJob } from './store.ts'
import { beginVerifying, verifyBlobs } from './verify.ts'

export const getRecovery: Handler<'getRecovery'> = async (app) => {
  const job = await findNewestJob(app.storage.read)
  return ok({ job: job === null ? null : jobView(job) })
}

/** What a legacy snapshot holds is staged before the transaction, as a driver would have done. */
export const startRecovery: Handler<'startRecovery'> = async (app, call) => {
  await call.see(app.storage.read)
  const earlier = await findOutcome<JobView>(app.storage.read, call)
  if (earlier !== null) return earlier
  const asked = readAsked(call.body)
  requireStartable(await findNewestJob(app.storage.read))
  if (asked.kind === 'restore') requireEmptyTarget(await hasEntries(app.storage.read))
  const manifest = await manifestOf(app, asked)
  return command(app, call, (act) => start(app, act, manifest))
}

async function manifestOf(app: App, asked: Asked): Promise<Manifest | null> {
  if (asked.kind === 'rebuild') return null
  return 'manifest' in asked ? asked.manifest : stageLegacy(app, asked.snapshot, SCHEMA_VERSION)
}

async function start(app: App, act: Act, manifest: Manifest | null) {
  await app.storage.bar(act.tx)
  requireStartable(await findNewestJob(act.tx))
  if (manifest !== null) requireEmptyTarget(await hasEntries(act.tx))
  const state = manifest === null ? await beginBuilding(app, act) : beginVerifying(manifest)
  const job: RecoveryJobRow = {
    job_id: act.newId(),
    kind: manifest === null ? 'rebuild' : 'restore',
    state: 'running',
    ...state,
    manifest: manifest === null ? null : JSON.stringify(manifest),
    started_at: act.now,
    completed_at: null,
  }
  await addJob(act.tx, job)
  await takeMaintenance(act.tx, job.job_id)
  await audit(act, { action: 'startRecovery', target: job.job_id, reason: job.kind })
  return created(jobView(job))
}

const PHASES: Record<Phase, (app: App, job: RecoveryJobRow) => Promise<Step>> = {
  verify_blobs: verifyBlobs,
  load_tables: loadTables,
  build_projections: buildProjections,
  complete: completeJob,
}

/** Bytes and records are read before the transaction, in which the job must still stand where it did. */
export const continueRecovery: Handler<'continueRecovery'> = async (app, call) => {
  const { recovery_job: job } = await call.see(app.storage.read)
  const earlier = await findOutcome<JobView>(app.storage.read, call)
  if (earlier !== null) return earlier
  requirePlace(job, call.body)
  const step = await PHASES[job.phase as Phase](app, job)
  return command<CallOf<'continueRecovery'>['operation'], { recovery_job: RecoveryJobRow }, JobView>(
    app,
    call,
    async (act, seen) => {
      requirePlace(seen.recovery_job, call.body)
      const after = moved(seen.recovery_job, await step(act), act.now)
      await saveJob(act.tx, after)
      if (after.state === 'complete')
        await audit(act, { action: 'continueRecovery', target: after.job_id, reason: after.kind })
      return ok(jobView(after))
    },
  )
}

function moved(job: RecoveryJobRow, { isEnd, ...state }: JobState, now: string): RecoveryJobRow {
  return { ...job, ...state, ...(isEnd ? { state: 'complete', completed_at: now } : {}) }
}
