import { type BodyOf, isBlocking, isPublishedCandidate, type Operations } from '@colophon/contract'
import { type Caller, mayReview } from '../../core/authority.ts'
import { namesNothing, problem } from '../../core/problem.ts'
import type { TaskRow } from '../../storage/rows/curation.ts'
import type { CandidateRow, ReviewPlanRow } from '../../storage/rows/editorial.ts'

export type ReviewBody = BodyOf<Operations['createReview']>

/** A candidate has one plan: changed bytes are another candidate. */
export function requireNoPlan(plan: ReviewPlanRow | null): void {
  if (plan !== null) throw problem('already_exists', 'The candidate already has a review plan.')
}

/** The state that a plan brings: what is published stays so, and directly published stays direct. */
export function stateUnderReview({ state }: CandidateRow, isComplete: boolean): CandidateRow['state'] {
  if (isPublishedCandidate(state)) return state
  return isComplete ? 'reviewed' : 'in_review'
}

/** A task that asks for something else than a review names nothing. */
export function requireReviewTask(task: TaskRow): TaskRow & ReviewOf {
  const { candidate_hash, focus } = task
  if (candidate_hash === null || focus === null) throw namesNothing('/task_id')
  return { ...task, candidate_hash, focus }
}

export interface ReviewOf {
  candidate_hash: string
  focus: string
}

export function requireReviewer(caller: Caller, topicId: string): void {
  if (!mayReview(caller, topicId)) throw problem('forbidden', 'Your review grants do not cover this topic.')
}

export function countBlockers(body: ReviewBody): number {
  return (body.findings ?? []).filter(({ severity }) => isBlocking(severity)).length
}
