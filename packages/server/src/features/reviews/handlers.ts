import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import { coverageView, loadProgressOf, planView } from '../../catalog/coverage.ts'
import type { Handler } from '../../catalog/handler.ts'
import { addRecord, readRecord, readRevision } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findPolicy } from '../../catalog/policies.ts'
import { findCandidate } from '../../catalog/records.ts'
import { findReviewPlan, plannedFocuses } from '../../catalog/review-plans.ts'
import { completeTaskRow, holdTask, openTaskRow } from '../../catalog/tasks.ts'
import { findTopic } from '../../catalog/topics.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { requireCurator } from '../../core/authority.ts'
import type { TaskRow } from '../../storage/rows/curation.ts'
import type { CandidateRow, ReviewPlanRow, ReviewRow } from '../../storage/rows/editorial.ts'
import type { PolicyRow } from '../../storage/rows/topics.ts'
import {
  countBlockers,
  type ReviewBody,
  type ReviewOf,
  requireNoPlan,
  requireReviewer,
  requireReviewTask,
  stateUnderReview,
} from './rules.ts'
import {
  addReview,
  addReviewPlan,
  completePlan,
  listReviewRows,
  reviewedTaskIds,
  setCandidateState,
} from './store.ts'

type ReviewView = AnswerOf<Operations['createReview']>
/** What a review says beside where it belongs. */
type Opinion = Pick<ReviewView, 'summary' | 'findings' | 'reviewer'>

export const createReviewPlan: Handler<'createReviewPlan'> = async (app, call) => {
  const resources = await call.resolveResources(app.storage.read)
  // The bytes never change: they are read before the transaction, which must not wait for a store.
  const { meta } = await readRevision(app, resources.candidate.candidate_hash)
  return command(app, call, async (unit, { candidate }) => {
    requireCurator(call.caller, candidate.topic_id)
    requireNoPlan(await findReviewPlan(unit.tx, { candidate: candidate.candidate_hash }))
    const plan = await recordPlan(unit, {
      candidate,
      title: meta.title,
      policy: await policyInForce(unit, candidate),
    })
    await setCandidateState(unit.tx, candidate.candidate_hash, stateUnderReview(candidate, false))
    await audit(unit, {
      action: 'createReviewPlan',
      target: candidate.candidate_hash,
      topicId: candidate.topic_id,
    })
    const progress = await loadProgressOf(unit.tx, candidate, unit.now)
    const view = planView(progress)
    if (view === null) throw new Error(`plan ${plan.plan_id} is not there`)
    const { candidate_hash, topic_id, policy_hash } = plan
    return created({ ...view, candidate_hash, topic_id, policy_hash })
  })
}

async function policyInForce(unit: UnitOfWork, candidate: CandidateRow): Promise<PolicyRow> {
  const topic = await findTopic(unit.tx, { id: candidate.topic_id })
  const policy = topic && (await findPolicy(unit.tx, { hash: topic.policy_hash }))
  if (policy === null) throw new Error(`topic ${candidate.topic_id} has no policy`)
  return policy
}

interface Planning {
  candidate: CandidateRow
  title: string
  policy: PolicyRow
}

async function recordPlan(unit: UnitOfWork, { candidate, title, policy }: Planning): Promise<ReviewPlanRow> {
  const { candidate_hash: candidateHash, topic_id: topicId } = candidate
  const focuses: { focus: string; task_id: string }[] = []
  for (const focus of JSON.parse(policy.review_focuses) as string[]) {
    const brief = `Read the candidate at /objects/${candidateHash} and judge it under the focus "${focus}".`
    const task = await openTaskRow(unit, { kind: 'review', topicId, title, brief, candidateHash, focus })
    focuses.push({ focus, task_id: task.task_id })
  }
  const row: ReviewPlanRow = {
    plan_id: unit.newId(),
    candidate_hash: candidateHash,
    topic_id: topicId,
    policy_hash: policy.policy_hash,
    focuses: JSON.stringify(focuses),
    created_by: unit.caller.identityId,
    created_at: unit.now,
    completed_at: null,
  }
  await addReviewPlan(unit.tx, row)
  return row
}

export const createReview: Handler<'createReview'> = (app, call) =>
  command(app, call, async (unit, { named }) => {
    const { body, caller } = call
    const task = requireReviewTask(named)
    requireReviewer(caller, task.topic_id)
    await holdTask(unit, task, body.generation)
    const { row, opinion } = await recordReview(unit, { task, body })
    await completeTaskRow(unit, task, row.review_hash)
    await closePlanWhenDone(unit, task.candidate_hash)
    // Not the review's hash: the audit is read by those who may not know the review as well.
    await audit(unit, { action: 'createReview', target: task.task_id, topicId: task.topic_id })
    return created(reviewView(row, opinion))
  })

async function recordReview(
  unit: UnitOfWork,
  { task, body }: { task: TaskRow & ReviewOf; body: ReviewBody },
) {
  const findings = (body.findings ?? []).map(({ severity, locator, comment }) => ({
    severity,
    locator: locator ?? null,
    comment,
  }))
  const opinion = { summary: body.summary, findings, reviewer: unit.caller.label }
  const said = {
    task_id: task.task_id,
    candidate_hash: task.candidate_hash,
    topic_id: task.topic_id,
    focus: task.focus,
    verdict: body.verdict,
    created_at: unit.now,
  }
  const reviewHash = await addRecord(unit, {
    kind: 'review',
    topicId: task.topic_id,
    entryId: null,
    fields: { ...said, ...opinion },
  })
  const row: ReviewRow = {
    ...said,
    review_hash: reviewHash,
    reviewer_id: unit.caller.identityId,
    blockers: countBlockers(body),
  }
  await addReview(unit.tx, row)
  return { row, opinion }
}

/** The last review ends the blindness. */
async function closePlanWhenDone(unit: UnitOfWork, candidateHash: string): Promise<void> {
  const plan = await findReviewPlan(unit.tx, { candidate: candidateHash })
  const candidate = await findCandidate(unit.tx, { id: candidateHash })
  if (plan === null || candidate === null) throw new Error(`the review of ${candidateHash} has no plan`)
  const done = await reviewedTaskIds(unit.tx, candidateHash)
  if (!plannedFocuses(plan).every(({ task_id }) => done.includes(task_id))) return
  await completePlan(unit.tx, plan.plan_id, unit.now)
  await setCandidateState(unit.tx, candidateHash, stateUnderReview(candidate, true))
}

export const listReviews: Handler<'listReviews'> = async (app, call) => {
  const { candidate } = await call.resolveResources(app.storage.read)
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listReviewRows(app.storage.read, {
    caller: call.caller,
    candidate,
    plan: await findReviewPlan(app.storage.read, { candidate: candidate.candidate_hash }),
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.review_hash])
  return ok({ items: await Promise.all(items.map((row) => readReview(app, row))), next_cursor })
}

async function readReview(app: App, row: ReviewRow): Promise<ReviewView> {
  return reviewView(row, (await readRecord(app, row.review_hash)) as unknown as Opinion)
}

function reviewView(row: ReviewRow, { summary, findings, reviewer }: Opinion): ReviewView {
  return {
    review_hash: row.review_hash,
    candidate_hash: row.candidate_hash,
    task_id: row.task_id,
    focus: row.focus,
    verdict: row.verdict as ReviewView['verdict'],
    summary,
    findings,
    reviewer,
    created_at: row.created_at,
  }
}

export const getCoverage: Handler<'getCoverage'> = async (app, call) => {
  const { candidate } = await call.resolveResources(app.storage.read)
  return ok(coverageView(await loadProgressOf(app.storage.read, candidate, app.ambient.now()), call.caller))
}
