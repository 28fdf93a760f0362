import { preparedQuery } from '../storage/portable.ts'
import type { ReviewPlanRow } from '../storage/rows/editorial.ts'
import type { Db } from '../storage/storage.ts'
import type { ReviewStanding } from './blindness.ts'

const planOf = preparedQuery<{ candidate: string }>()((db, p) =>
  db.selectFrom('review_plans').selectAll().where('candidate_hash', '=', p('candidate')),
)

export function findReviewPlan(db: Db, key: { candidate: string }): Promise<ReviewPlanRow | null> {
  return planOf.first(db, key)
}

/** One focus of a plan and the task that asks for it. */
interface PlannedFocus {
  focus: string
  task_id: string
}

export function plannedFocuses(plan: ReviewPlanRow): PlannedFocus[] {
  return JSON.parse(plan.focuses) as PlannedFocus[]
}

const standing = preparedQuery<{ hash: string }>()((db, p) =>
  db
    .selectFrom('reviews')
    .innerJoin('candidates', 'candidates.candidate_hash', 'reviews.candidate_hash')
    .innerJoin('review_plans', 'review_plans.candidate_hash', 'reviews.candidate_hash')
    .select(['reviews.topic_id', 'reviews.reviewer_id', 'candidates.author_id', 'review_plans.completed_at'])
    .where('reviews.review_hash', '=', p('hash')),
)

/** What decides who may read a review. */
export async function findReviewStanding(db: Db, reviewHash: string): Promise<ReviewStanding | null> {
  const row = await standing.first(db, { hash: reviewHash })
  if (row === null) return null
  return {
    topicId: row.topic_id,
    authorId: row.author_id,
    reviewerId: row.reviewer_id,
    isPlanComplete: row.completed_at !== null,
  }
}
