import type { AnswerOf, Operations } from '@colophon/contract'
import type { Caller } from '../core/authority.ts'
import type { CandidateRow, ReviewPlanRow, ReviewRow } from '../storage/rows/editorial.ts'
import type { PolicyRow } from '../storage/rows/topics.ts'
import type { Db } from '../storage/storage.ts'
import { mayKnowVerdict } from './blindness.ts'
import {
  type CoverageVerdict,
  type CoveredFocus,
  type Covering,
  isCovered,
  missingOf,
} from './coverage-rules.ts'
import { findPolicy } from './policies.ts'
import { plannedFocuses } from './review-plans.ts'
import { findTopic } from './topics.ts'

type CoverageView = AnswerOf<Operations['getCoverage']>
type PlanView = NonNullable<AnswerOf<Operations['getCandidate']>['review_plan']>

/** How far a candidate's reviews and evidence have come. */
export interface ReviewProgress {
  candidate: CandidateRow
  plan: ReviewPlanRow | null
  policy: PolicyRow
  reviews: readonly ReviewRow[]
  /** Focuses of the plan whose task a curator cancelled. */
  cancelled: readonly string[]
  /** Rows of evidence that are sound, unexpired and unchallenged. */
  counted: number
}

/** Looks at several candidates at once, as a list does. */
export async function loadProgress(
  db: Db,
  candidates: readonly CandidateRow[],
  now: string,
): Promise<ReviewProgress[]> {
  const hashes = candidates.map(({ candidate_hash }) => candidate_hash)
  if (hashes.length === 0) return []
  const plans = await db
    .selectFrom('review_plans')
    .selectAll()
    .where('candidate_hash', 'in', hashes)
    .execute()
  const reviews = await db.selectFrom('reviews').selectAll().where('candidate_hash', 'in', hashes).execute()
  const cancelled = await cancelledReviews(db, hashes)
  const evidence = await countEvidence(db, hashes, now)
  return Promise.all(
    candidates.map(async (candidate) => {
      const of = <R extends { candidate_hash: string }>(row: R) =>
        row.candidate_hash === candidate.candidate_hash
      const plan = plans.find(of) ?? null
      return {
        candidate,
        plan,
        policy: await policyFor(db, candidate, plan),
        reviews: reviews.filter(of),
        cancelled: cancelled
          .filter(({ candidate_hash: hash }) => hash === candidate.candidate_hash)
          .map(({ focus }) => focus ?? ''),
        counted: evidence.find(of)?.counted ?? 0,
      }
    }),
  )
}

/** A candidate that was made a moment ago has nothing yet: there is nothing to look up but its policy. */
export async function newProgress(db: Db, candidate: CandidateRow): Promise<ReviewProgress> {
  const policy = await policyFor(db, candidate, null)
  return { candidate, plan: null, policy, reviews: [], cancelled: [], counted: 0 }
}

export async function loadProgressOf(db: Db, candidate: CandidateRow, now: string): Promise<ReviewProgress> {
  const [progress] = await loadProgress(db, [candidate], now)
  if (progress === undefined) throw new Error('a candidate has its progress')
  return progress
}

function cancelledReviews(db: Db, hashes: string[]) {
  return db
    .selectFrom('tasks')
    .select(['candidate_hash', 'focus'])
    .where('candidate_hash', 'in', hashes)
    .where('state', '=', 'cancelled')
    .execute()
}

function countEvidence(db: Db, hashes: string[], now: string) {
  return db
    .selectFrom('evidence')
    .select((eb) => ['candidate_hash', eb.fn.countAll<number>().as('counted')])
    .where('candidate_hash', 'in', hashes)
    .where('is_sound', '=', 1)
    .where('challenged_at', 'is', null)
    .where('expires_at', '>', now)
    .groupBy('candidate_hash')
    .execute()
}

/**
 * The policy by which a candidate is judged: the one in force when its review plan was made, so that nobody
 * moves the goal while reviewers work, and until then the one in force.
 */
export async function policyFor(
  db: Db,
  candidate: CandidateRow,
  plan: ReviewPlanRow | null,
): Promise<PolicyRow> {
  const hash = plan?.policy_hash ?? (await findTopic(db, { id: candidate.topic_id }))?.policy_hash
  const policy = hash === undefined ? null : await findPolicy(db, { hash })
  if (policy === null) throw new Error(`candidate ${candidate.candidate_hash} has no policy`)
  return policy
}

/** The truth, which decides about publication and is told to nobody as it stands. */
export function isProgressCovered(progress: ReviewProgress): boolean {
  return isCovered(covering(progress, () => true))
}

/** Coverage as the caller may know it. */
export function coverageView(progress: ReviewProgress, caller: Caller): CoverageView {
  const knows = (reviewerId: string) => mayKnow(progress, caller, reviewerId)
  const known = covering(progress, knows)
  const isOpen = progress.plan !== null && progress.plan.completed_at === null
  return {
    passes: isOpen && !knows('') ? null : isCovered(known),
    focuses: known.focuses.map(({ focus, isDone, verdict }) => ({
      focus,
      state: verdict ?? (isDone ? 'done' : 'pending'),
    })),
    evidence: { ...known.evidence },
    missing: missingOf(known),
  }
}

function mayKnow({ candidate, plan }: ReviewProgress, caller: Caller, reviewerId: string): boolean {
  return mayKnowVerdict(caller, {
    topicId: candidate.topic_id,
    authorId: candidate.author_id,
    reviewerId,
    isPlanComplete: plan?.completed_at != null,
  })
}

function covering(progress: ReviewProgress, knows: (reviewerId: string) => boolean): Covering {
  const { plan, policy, reviews, cancelled, counted } = progress
  const focuses = plan === null ? (JSON.parse(policy.review_focuses) as string[]) : namesOf(plan)
  return {
    hasPlan: plan !== null,
    focuses: focuses.map((focus) => coveredFocus(focus, { reviews, cancelled, knows })),
    evidence: { required: policy.minimum_evidence, counted },
  }
}

function namesOf(plan: ReviewPlanRow): string[] {
  return plannedFocuses(plan).map(({ focus }) => focus)
}

interface ReviewFacts {
  reviews: readonly ReviewRow[]
  cancelled: readonly string[]
  knows: (reviewerId: string) => boolean
}

function coveredFocus(focus: string, { reviews, cancelled, knows }: ReviewFacts): CoveredFocus {
  const review = reviews.find((row) => row.focus === focus)
  const known = review !== undefined && knows(review.reviewer_id) ? review : null
  return {
    focus,
    isDone: review !== undefined,
    isCancelled: cancelled.includes(focus),
    verdict: known === null ? null : (known.verdict as CoverageVerdict),
    blockers: known?.blockers ?? 0,
  }
}

/** The plan as everybody who works on the topic sees it: what is done, and not how. */
export function planView({ plan, reviews }: ReviewProgress): PlanView | null {
  if (plan === null) return null
  return {
    plan_id: plan.plan_id,
    created_at: plan.created_at,
    focuses: plannedFocuses(plan).map(({ focus, task_id }) => ({
      focus,
      task_id,
      state: reviews.some((row) => row.task_id === task_id) ? 'done' : 'pending',
    })),
  }
}
