import type { ClosedLists } from '@colophon/contract'
import { mayReadReview } from '../../catalog/blindness.ts'
import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import type { Caller } from '../../core/authority.ts'
import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { CandidateRow, ReviewPlanRow, ReviewRow } from '../../storage/rows/editorial.ts'
import type { Db, Tx } from '../../storage/storage.ts'

export const addReviewPlan = insertRow('review_plans', {
  plan_id: true,
  candidate_hash: true,
  topic_id: true,
  policy_hash: true,
  focuses: true,
  created_by: true,
  created_at: true,
  completed_at: true,
})

export const addReview = insertRow('reviews', {
  review_hash: true,
  task_id: true,
  candidate_hash: true,
  topic_id: true,
  focus: true,
  reviewer_id: true,
  verdict: true,
  blockers: true,
  created_at: true,
})

const state = preparedQuery<{ hash: string; state: ClosedLists['candidateState'] }>()((db, p) =>
  db
    .updateTable('candidates')
    .set({ state: p('state') })
    .where('candidate_hash', '=', p('hash')),
)

export async function setCandidateState(
  tx: Tx,
  candidateHash: string,
  to: ClosedLists['candidateState'],
): Promise<void> {
  await state.run(tx, { hash: candidateHash, state: to })
}

const complete = preparedQuery<{ id: string; at: string }>()((db, p) =>
  db
    .updateTable('review_plans')
    .set({ completed_at: p('at') })
    .where('plan_id', '=', p('id')),
)

export async function completePlan(tx: Tx, planId: string, at: string): Promise<void> {
  await complete.run(tx, { id: planId, at })
}

const ofCandidate = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('reviews').select('task_id').where('candidate_hash', '=', p('hash')),
)

/** The tasks of a candidate's plan whose reviews are there. */
export async function reviewedTaskIds(db: Db, candidateHash: string): Promise<string[]> {
  return (await ofCandidate.all(db, { hash: candidateHash })).map(({ task_id }) => task_id)
}

interface ReviewListParams extends RowPageParams<readonly string[]> {
  caller: Caller
  candidate: CandidateRow
  plan: ReviewPlanRow | null
}

/** The reviews that the caller may read, oldest first: blindness decides before the limit does. */
export async function listReviewRows(db: Db, asked: ReviewListParams): Promise<ReviewRow[]> {
  const { caller, candidate, plan } = asked
  const may = (reviewerId: string) =>
    mayReadReview(caller, {
      topicId: candidate.topic_id,
      authorId: candidate.author_id,
      reviewerId,
      isPlanComplete: plan !== null && plan.completed_at !== null,
    })
  if (!may(caller.identityId)) return []
  let query = db.selectFrom('reviews').selectAll().where('candidate_hash', '=', candidate.candidate_hash)
  if (!may('')) query = query.where('reviewer_id', '=', caller.identityId)
  return pageOf(query, { by: ['created_at', 'review_hash'], from: 'oldest' }, asked).execute()
}
