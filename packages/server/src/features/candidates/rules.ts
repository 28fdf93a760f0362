import { type Caller, hasScope, mayCurate } from '../../core/authority.ts'
import { type Problem, problem } from '../../core/problem.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'

/** A curator of the topic finalizes any submission, a trusted author own ones; only once. */
export function decideFinalization(caller: Caller, proposal: ProposalRow): void {
  const own = hasScope(caller, 'publish_direct') && proposal.author_id === caller.identityId
  if (!own && !mayCurate(caller, proposal.topic_id))
    throw problem(
      'forbidden',
      'Only a curator can finalize a submission, or its author with the scope publish_direct.',
    )
  const refusals: Record<ProposalRow['state'], () => Problem | null> = {
    submitted: () => null,
    finalized: () =>
      problem(
        'already_finalized',
        'This submission is a candidate already. Read it for the candidate’s hash.',
      ),
    declined: () => problem('invalid_state', 'The submission is declined.'),
    withdrawn: () => problem('invalid_state', 'The submission is withdrawn.'),
  }
  const refusal = refusals[proposal.state]()
  if (refusal !== null) throw refusal
}
