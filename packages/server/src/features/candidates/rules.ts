import { type Caller, hasScope, mayCurate } from '../../core/authority.ts'
import { problem } from '../../core/problem.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'

/** A curator of the topic finalizes any submission, a trusted author own ones; only once. */
export function decideFinalization(caller: Caller, proposal: ProposalRow): void {
  const own = hasScope(caller, 'publish_direct') && proposal.author_id === caller.identityId
  if (!own && !mayCurate(caller, proposal.topic_id))
    throw problem('forbidden', 'Only a curator, or a trusted author for own work, finalizes a submission.')
  if (proposal.state === 'finalized')
    throw problem('already_finalized', 'A candidate was made of this submission.')
  if (proposal.state !== 'submitted') throw problem('invalid_state', `The submission is ${proposal.state}.`)
}
