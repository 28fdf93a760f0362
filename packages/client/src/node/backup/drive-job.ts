import { type AnswerOf, isRunning, type Operations } from '@colophon/contract'
import { ColophonProblem } from '../../problem.ts'
import { type Sending, sendMissing } from './send-material.ts'

export type Job = AnswerOf<Operations['continueRecovery']>

/** What each phase counts. */
const PHASES: Readonly<Record<Job['phase'], string>> = {
  verify_blobs: 'objects verified',
  load_tables: 'rows loaded',
  build_projections: 'records replayed',
  complete: 'last checks',
}

/** A server that lost what it was sent is sent it again, but not for ever. */
const MOST_REPAIRS = 3

/** Does step after step until the job is complete, wherever it stands and whoever else drives it. */
export async function driveJob(sending: Sending, started: Job): Promise<Job> {
  const tell = phaseTeller(sending)
  let repairs = 0
  for (let job = started; ; ) {
    tell(job)
    if (!isRunning(job.state)) return job
    const next = await step(sending, job, repairs)
    repairs = isSamePlace(next, job) ? repairs + 1 : 0
    job = next
  }
}

/** The job after the next step; as it was where something had to be repaired first. */
async function step(sending: Sending, job: Job, repairs: number): Promise<Job> {
  try {
    return await sending.call('continueRecovery', {
      params: { id: job.job_id },
      body: { expected_phase: job.phase, expected_cursor: job.cursor, expected_offset: job.offset },
    })
  } catch (error) {
    if (!(error instanceof ColophonProblem)) throw error
    if (error.code === 'compare_and_set_mismatch') return await findJob(sending, job)
    if (error.code !== 'blobs_missing' || repairs >= MOST_REPAIRS) throw error
    await sendMissing(sending, error.document.missing ?? [])
    return job
  }
}

/** Another driver advanced, or the answer to the last step was lost. */
async function findJob({ call }: Sending, { job_id }: Job): Promise<Job> {
  const { job } = await call('getRecovery')
  if (job?.job_id === job_id) return job
  throw new Error(`the recovery job ${job_id} is not the newest any more: another was started`)
}

function isSamePlace(one: Job, other: Job): boolean {
  return one.phase === other.phase && one.cursor === other.cursor && one.offset === other.offset
}

/** Each phase counts what it does by itself. */
function phaseTeller({ progress }: Sending): (job: Job) => void {
  let phase = ''
  let told = 0
  return (job) => {
    if (job.phase !== phase) {
      phase = job.phase
      told = 0
      progress.begin(PHASES[job.phase], job.progress.total)
    }
    progress.advance(Math.max(0, job.progress.done - told))
    told = job.progress.done
  }
}
