import type { AnswerOf, BodyOf, Operations } from '@colophon/contract'
import { followTip } from '../../catalog/follow-tip.ts'
import { isClosed, isLeased, type LeaseRow } from '../../catalog/lease-rules.ts'
import { type Caller, hasGrant, hasScope, mayReview } from '../../core/authority.ts'
import { namesNothing, problem } from '../../core/problem.ts'
import type { TaskRow } from '../../storage/rows/curation.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'

type TaskView = AnswerOf<Operations['getTask']>
type Blocker = TaskView['claim_blockers'][number]

/** What is known of a task beside its row. */
interface ClaimFacts {
  /** A prerequisite is not completed. */
  isPending: boolean
  /** The caller wrote or accepted the candidate, or has another focus of the same plan. */
  isConflicted: boolean
}

type Claimable = LeaseRow & Pick<TaskRow, 'kind' | 'topic_id'>

/** Proposals are written with `propose`, reviews with `review` and a review grant for the topic. */
function mayWorkOn(caller: Caller, task: Pick<TaskRow, 'kind' | 'topic_id'>): boolean {
  const mayPropose = hasScope(caller, 'propose') && hasGrant(caller, task.topic_id)
  const may: Record<TaskRow['kind'], boolean> = {
    research: mayPropose,
    refresh: mayPropose,
    review: mayReview(caller, task.topic_id),
  }
  return may[task.kind]
}

/** Why the caller cannot claim the task now; nothing when it can. */
export function claimBlockers(
  task: Claimable,
  caller: Caller,
  known: ClaimFacts & { now: string },
): Blocker[] {
  const blockers: Blocker[] = []
  if (known.isPending) blockers.push('prerequisites')
  if (!mayWorkOn(caller, task)) blockers.push('grant')
  if (known.isConflicted) blockers.push('conflict')
  if (isLeased(task, known.now)) blockers.push('leased')
  if (isClosed(task)) blockers.push('closed')
  return blockers
}

const WORDS: Record<Blocker, string> = {
  prerequisites: 'it waits for another task',
  grant: 'your grants do not cover it',
  conflict: 'you wrote or finalized the candidate, or review another focus of it',
  leased: 'someone holds it',
  closed: 'it is closed',
}

export function requireClaimable(blockers: readonly Blocker[]): void {
  if (blockers.includes('grant'))
    throw problem('forbidden', 'The credential does not cover tasks of this kind and topic.')
  if (blockers.length > 0)
    throw problem(
      'not_claimable',
      `The task cannot be claimed: ${blockers.map((one) => WORDS[one]).join('; ')}.`,
    )
}

/** A new text follows the one that the curator saw. */
export function decideDefinition(task: TaskRow, body: BodyOf<Operations['defineTask']>) {
  if (task.definition_hash === null)
    throw problem('invalid_state', 'A review task has no text of its own: its focus and candidate define it.')
  const { title, brief, expected_definition_hash: expected } = body
  const chain = { what: 'The definition of the task', tip: task.definition_hash, expected }
  const decision = followTip(chain, (previous) => ({ title, brief, previous_hash: previous }))
  requireNotClosed(task)
  return decision
}

export function requireNotClosed(task: TaskRow): void {
  if (isClosed(task)) throw problem('invalid_state', `The task is ${task.state}.`)
}

/** What was declined or withdrawn is no work done. */
const COMPLETES: Readonly<Record<ProposalRow['state'], boolean>> = {
  submitted: true,
  finalized: true,
  declined: false,
  withdrawn: false,
}

/** A task is completed with the holder's own proposal, submitted for it under the same generation. */
export function requireArtifact(
  proposal: ProposalRow | null,
  fitting: { task: TaskRow; caller: Caller; generation: number },
): ProposalRow {
  const fits =
    proposal !== null &&
    proposal.task_id === fitting.task.task_id &&
    proposal.task_generation === fitting.generation &&
    proposal.author_id === fitting.caller.identityId &&
    COMPLETES[proposal.state]
  if (!fits) throw namesNothing('/artifact_hash')
  return proposal
}
