import type { AnswerOf, BodyOf, Operations } from '@colophon/contract'
import { isClosed, isLeased, type Leased } from '../../catalog/lease-rules.ts'
import { type Caller, hasGrant, hasScope, mayReview } from '../../core/authority.ts'
import { followTip } from '../../core/follow-tip.ts'
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

type Claimable = Leased & Pick<TaskRow, 'kind' | 'topic_id'>

/** Proposals are written with `propose`, reviews with `review` and a review grant for the topic. */
function mayWorkOn(caller: Caller, task: Pick<TaskRow, 'kind' | 'topic_id'>): boolean {
  if (task.kind === 'review') return mayReview(caller, task.topic_id)
  return hasScope(caller, 'propose') && hasGrant(caller, task.topic_id)
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
  conflict: 'you wrote or accepted the candidate, or have another focus of its plan',
  leased: 'somebody holds it',
  closed: 'it is closed',
}

export function requireClaimable(blockers: readonly Blocker[]): void {
  if (blockers.includes('grant')) throw problem('forbidden', 'The credential does not cover tasks like this.')
  if (blockers.length > 0)
    throw problem(
      'not_claimable',
      `The task cannot be claimed: ${blockers.map((one) => WORDS[one]).join('; ')}.`,
    )
}

/** A new text follows the one that the curator saw. */
export function decideDefinition(task: TaskRow, body: BodyOf<Operations['defineTask']>) {
  if (task.definition_hash === null)
    throw problem('invalid_state', 'A review has no text but its focus and the candidate.')
  const { title, brief, expected_definition_hash: expected } = body
  const chain = { what: 'The definition of the task', tip: task.definition_hash, expected }
  const decision = followTip(chain, (previous) => ({ title, brief, previous_hash: previous }))
  requireNotClosed(task)
  return decision
}

export function requireNotClosed(task: TaskRow): void {
  if (isClosed(task)) throw problem('invalid_state', `The task is ${task.state}.`)
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
    (proposal.state === 'submitted' || proposal.state === 'finalized')
  if (!fits) throw namesNothing('/artifact_hash')
  return proposal
}
