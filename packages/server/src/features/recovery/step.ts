import type { Act } from '../../command/act.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'

export type Phase = 'verify_blobs' | 'load_tables' | 'build_projections' | 'complete'

/** Where a job stands after a step. */
export interface JobState {
  readonly phase: Phase
  readonly cursor: string | null
  readonly offset: number
  readonly done: number
  readonly total: number
  readonly carried: string
  /** There is no step after this. */
  readonly isEnd?: true
}

/** A step that was made ready: what takes time is done, and its transaction only writes. */
export type Step = (act: Act) => Promise<JobState>

/** A job's cursor is a list, which nobody else reads. */
export function cursorOf(parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts)
}

export function partsOf(job: RecoveryJobRow): (string | number | null)[] {
  return job.cursor === null ? [] : (JSON.parse(job.cursor) as (string | number | null)[])
}
