import { type ClosedLists, membersOf } from '@colophon/contract'
import { expressionBuilder } from 'kysely'
import { linkProposal } from '../../catalog/apply-lineage.ts'
import { listRanges, type RowPageParams } from '../../catalog/pages.ts'
import { grantedTopicIds } from '../../catalog/topics.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { type Caller, hasScope } from '../../core/authority.ts'
import { rangesOf } from '../../storage/first-of-ranges.ts'
import { insertRow } from '../../storage/portable.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'
import type { Db } from '../../storage/storage.ts'
import type { Tables } from '../../storage/tables.ts'

export const insertProposal = insertRow('proposals', {
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

export async function addProposal(unit: UnitOfWork, proposal: NewProposal): Promise<ProposalRow> {
  const row: ProposalRow = {
    ...proposal,
    author_id: unit.caller.identityId,
    state: 'submitted',
    reason: null,
    decided_by: null,
    decided_at: null,
    candidate_hash: null,
    created_at: unit.now,
  }
  await insertProposal(unit.tx, row)
  await linkProposal(unit.tx, row)
  return row
}

/** Decides an open submission without making a candidate of it. */
export async function closeProposal(
  unit: UnitOfWork,
  proposal: ProposalRow,
  decision: { state: 'withdrawn' | 'declined'; reason: string | null },
): Promise<ProposalRow> {
  const closed = { ...decision, decided_by: unit.caller.identityId, decided_at: unit.now }
  await unit.tx
    .updateTable('proposals')
    .set(closed)
    .where('proposal_hash', '=', proposal.proposal_hash)
    .execute()
  return { ...proposal, ...closed }
}

interface SubmissionListParams extends RowPageParams<string[]> {
  caller: Caller
  topic: string | undefined
  state: ClosedLists['submissionState'] | undefined
}

/** Own submissions, and every one of the topics that the caller curates; newest first. */
export async function listProposals(db: Db, asked: SubmissionListParams): Promise<ProposalRow[]> {
  const { caller } = asked
  const topics = await grantedTopicIds(db, caller, asked.topic)
  if (topics.length === 0) return []
  const states = asked.state === undefined ? STATES : [asked.state]
  if (hasScope(caller, 'curate'))
    return listRanges(db, BY_TOPIC, { ...asked, ranges: rangesOf(topics, states) })
  const where = expressionBuilder<Tables, 'proposals'>()('proposals.topic_id', 'in', topics)
  return listRanges(db, { ...BY_AUTHOR, where }, { ...asked, ranges: rangesOf([caller.identityId], states) })
}

const NEWEST = { table: 'proposals', by: ['created_at', 'proposal_hash'], from: 'newest' } as const
const BY_TOPIC = { ...NEWEST, each: ['topic_id', 'state'] } as const
const BY_AUTHOR = { ...NEWEST, each: ['author_id', 'state'] } as const

const STATES = membersOf<ClosedLists['submissionState']>({
  submitted: true,
  finalized: true,
  declined: true,
  withdrawn: true,
})
