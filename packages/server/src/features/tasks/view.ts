import { type AnswerOf, isReviewTask, type Operations } from '@colophon/contract'
import { mayReadReview } from '../../catalog/blindness.ts'
import { isLeased, stateOf } from '../../catalog/lease-rules.ts'
import { findReviewStanding } from '../../catalog/review-plans.ts'
import type { Caller } from '../../core/authority.ts'
import type { Db } from '../../storage/storage.ts'
import { claimBlockers } from './rules.ts'
import { knowTask, listPrerequisites, type TaskWithState } from './store.ts'

type TaskView = AnswerOf<Operations['getTask']>

/** Who looks, and when. */
interface TaskViewer {
  caller: Caller
  now: string
}

export async function viewTasks(
  db: Db,
  rows: readonly TaskWithState[],
  viewer: TaskViewer,
): Promise<TaskView[]> {
  const prerequisites = await listPrerequisites(
    db,
    rows.map((row) => row.task_id),
  )
  return Promise.all(
    rows.map(async (row) => ({
      ...viewOf(row, viewer),
      prerequisites: prerequisites.get(row.task_id) ?? [],
      artifact_hash: await shownArtifact(db, row, viewer.caller),
    })),
  )
}

/** A task as it stands in the transaction or read that `db` is. */
export async function viewTask(db: Db, taskId: string, viewer: TaskViewer): Promise<TaskView> {
  const row = await knowTask(db, taskId, { identityId: viewer.caller.identityId, now: viewer.now })
  const [view] = await viewTasks(db, [row], viewer)
  if (view === undefined) throw new Error(`task ${taskId} has no view`)
  return view
}

function viewOf(row: TaskWithState, { caller, now }: TaskViewer) {
  const leased = isLeased(row, now)
  const blockers = claimBlockers(row, caller, {
    isPending: row.is_pending === 1,
    isConflicted: row.is_conflicted === 1,
    now,
  })
  return {
    task_id: row.task_id,
    kind: row.kind as TaskView['kind'],
    topic_id: row.topic_id,
    title: row.title,
    brief: row.brief,
    definition_hash: row.definition_hash,
    suggestion_id: row.suggestion_id,
    candidate_hash: row.candidate_hash,
    entry_id: row.entry_id,
    content_hash: row.content_hash,
    focus: row.focus,
    state: stateOf(row, now),
    can_claim: blockers.length === 0,
    claim_blockers: blockers,
    generation: row.generation,
    lease_until: leased ? row.lease_until : null,
    leased_to_me: leased && row.holder_id === caller.identityId,
    created_at: row.created_at,
  }
}

/** Reviews are blind: of a review task others learn that it is done, and no more. */
async function shownArtifact(db: Db, row: TaskWithState, caller: Caller): Promise<string | null> {
  if (!isReviewTask(row.kind) || row.artifact_hash === null) return row.artifact_hash
  const standing = await findReviewStanding(db, row.artifact_hash)
  return standing !== null && mayReadReview(caller, standing) ? row.artifact_hash : null
}
