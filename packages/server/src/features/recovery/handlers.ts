import { isRestore, isRunning } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import type { CallOf, Handler, ReplyOf } from '../../catalog/handler.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { findOutcome } from '../../command/idempotency.ts'
import { takeMaintenance } from '../../command/maintenance.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { SCHEMA_VERSION } from '../../storage/migrate.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import { beginBuilding, buildProjections } from './build.ts'
import { completeJob } from './complete.ts'
import { stageLegacy } from './legacy.ts'
import { loadTables } from './load.ts'
import {
  type JobView,
  jobView,
  type Manifest,
  type RecoveryRequest,
  readRecoveryRequest,
  requireEmptyTarget,
  requirePlace,
  requireStartable,
} from './rules.ts'
import type { JobState, Phase, RecoveryStep } from './stage.ts'
import { addJob, findNewestJob, hasEntries, saveJob } from './store.ts'
import { beginVerifying, verifyBlobs } from './verify.ts'

export const getRecovery: Handler<'getRecovery'> = async (app) => {
  const job = await findNewestJob(app.storage.read)
  return ok({ job: job === null ? null : jobView(job) })
}

/** What a legacy snapshot holds is staged before the transaction, as a driver would have done. */
export const startRecovery: Handler<'startRecovery'> = async (app, call) => {
  await call.resolveResources(app.storage.read)
  const earlier = await findOutcome<JobView>(app.storage.read, call)
  if (earlier !== null) return earlier
  const asked = readRecoveryRequest(call.body)
  requireStartable(await findNewestJob(app.storage.read))
  if (isRestore(asked.kind)) requireEmptyTarget(await hasEntries(app.storage.read))
  const manifest = await manifestOf(app, asked)
  return command(app, call, (unit) => start(app, unit, manifest))
}

async function manifestOf(app: App, asked: RecoveryRequest): Promise<Manifest | null> {
  if (!('manifest' in asked || 'snapshot' in asked)) return null
  return 'manifest' in asked ? asked.manifest : stageLegacy(app, asked.snapshot, SCHEMA_VERSION)
}

async function start(
  app: App,
  unit: UnitOfWork,
  manifest: Manifest | null,
): Promise<ReplyOf<'startRecovery'>> {
  requireStartable(await findNewestJob(unit.tx))
  if (manifest !== null) requireEmptyTarget(await hasEntries(unit.tx))
  const state = manifest === null ? await beginBuilding(app, unit) : beginVerifying(manifest)
  const job: RecoveryJobRow = {
    job_id: unit.newId(),
    kind: manifest === null ? 'rebuild' : 'restore',
    state: 'running',
    ...state,
    manifest: manifest === null ? null : JSON.stringify(manifest),
    started_at: unit.now,
    completed_at: null,
  }
  await addJob(unit.tx, job)
  await takeMaintenance(unit.tx, job.job_id)
  await audit(unit, { action: 'startRecovery', target: job.job_id, reason: job.kind })
  return created(jobView(job))
}

const PHASES: Record<Phase, (app: App, job: RecoveryJobRow) => Promise<RecoveryStep>> = {
  verify_blobs: verifyBlobs,
  load_tables: loadTables,
  build_projections: buildProjections,
  complete: completeJob,
}

/** Bytes and records are read before the transaction, in which the job must still stand where it did. */
export const continueRecovery: Handler<'continueRecovery'> = async (app, call) => {
  const { recovery_job: job } = await call.resolveResources(app.storage.read)
  const earlier = await findOutcome<JobView>(app.storage.read, call)
  if (earlier !== null) return earlier
  requirePlace(job, call.body)
  const step = await PHASES[job.phase](app, job)
  return command<CallOf<'continueRecovery'>['operation'], { recovery_job: RecoveryJobRow }, JobView>(
    app,
    call,
    async (unit, resources) => {
      requirePlace(resources.recovery_job, call.body)
      const after = moved(resources.recovery_job, await step(unit), unit.now)
      await saveJob(unit.tx, after)
      if (!isRunning(after.state))
        await audit(unit, { action: 'continueRecovery', target: after.job_id, reason: after.kind })
      return ok(jobView(after))
    },
  )
}

function moved(job: RecoveryJobRow, { isEnd, ...state }: JobState, now: string): RecoveryJobRow {
  return { ...job, ...state, ...(isEnd ? { state: 'complete', completed_at: now } : {}) }
}
