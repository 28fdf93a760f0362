import { linkProposal } from '../../catalog/apply-lineage.ts'
import { pageOf, type RowsAsked } from '../../catalog/pages.ts'
import { grantedTopicIds } from '../../catalog/topics.ts'
import type { Act } from '../../command/act.ts'
import { type Caller, hasScope } from '../../core/authority.ts'
import { insertion } from '../../storage/insertion.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'
import type { Db } from '../../storage/storage.ts'

export const insertProposal = insertion('proposals', {
  proposal_hash: true,
  topic_id: true,
  entry_id: true,
  author_id: true,
  document_kind: true,
  title: true,
  summary: true,
  path: true,
  parent_hash: true,
  task_id: true,
  task_generation: true,
  state: true,
  reason: true,
  decided_by: true,
  decided_at: true,
  candidate_hash: true,
  created_at: true,
  definition_hash: true,
})

type NewProposal = Pick<
  ProposalRow,
  | 'proposal_hash'
  | 'topic_id'
  | 'entry_id'
  | 'document_kind'
  | 'title'
  | 'summary'
  | 'path'
  | 'parent_hash'
  | 'task_id'
  | 'task_generation'
  | 'definition_hash'
>

export async function addProposal(act: Act, proposal: NewProposal): Promise<void> {
  const row = {
    ...proposal,
    author_id: act.caller.identityId,
    state: 'submitted',
    reason: null,
    decided_by: null,
    decided_at: null,
    candidate_hash: null,
    created_at: act.now,
  }
  await insertProposal(act.tx, row)
  await linkProposal(act.tx, row)
}

/** Decides an open submission without making a candidate of it. */
export async function closeProposal(
  act: Act,
  proposal: ProposalRow,
  decision: { state: 'withdrawn' | 'declined'; reason: string | null },
): Promise<ProposalRow> {
  const closed = { ...decision, decided_by: act.caller.identityId, decided_at: act.now }
  await act.tx
    .updateTable('proposals')
    .set(closed)
    .where('proposal_hash', '=', proposal.proposal_hash)
    .execute()
  return { ...proposal, ...closed }
}

interface Asked extends RowsAsked<string[]> {
  caller: Caller
  topic: string | undefined
  state: string | undefined
}

/** Own submissions, and every one of the topics that the caller curates; newest first. */
export async function listProposals(db: Db, asked: Asked): Promise<ProposalRow[]> {
  const topics = await grantedTopicIds(db, asked.caller, asked.topic)
  if (topics.length === 0) return []
  let query = db.selectFrom('proposals').selectAll().where('topic_id', 'in', topics)
  if (!hasScope(asked.caller, 'curate')) query = query.where('author_id', '=', asked.caller.identityId)
  if (asked.state !== undefined) query = query.where('state', '=', asked.state)
  return pageOf(query, { by: ['created_at', 'proposal_hash'], from: 'newest' }, asked).execute()
}
