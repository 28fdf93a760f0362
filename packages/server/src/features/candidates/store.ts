import { type ClosedLists, membersOf } from '@colophon/contract'
import { listRanges, type RowPageParams } from '../../catalog/pages.ts'
import { grantedTopicIds } from '../../catalog/topics.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import type { Caller } from '../../core/authority.ts'
import { rangesOf } from '../../storage/first-of-ranges.ts'
import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { CandidateRow, ProposalRow } from '../../storage/rows/editorial.ts'
import type { Db } from '../../storage/storage.ts'

const insert = insertRow('candidates', {
  candidate_hash: true,
  proposal_hash: true,
  topic_id: true,
  entry_id: true,
  author_id: true,
  finalizer_id: true,
  path: true,
  parent_hash: true,
  state: true,
  created_at: true,
})

export async function addCandidate(
  unit: UnitOfWork,
  made: { proposal: ProposalRow; candidateHash: string },
): Promise<CandidateRow> {
  const { proposal, candidateHash } = made
  const row: CandidateRow = {
    candidate_hash: candidateHash,
    proposal_hash: proposal.proposal_hash,
    topic_id: proposal.topic_id,
    entry_id: proposal.entry_id,
    author_id: proposal.author_id,
    finalizer_id: unit.caller.identityId,
    path: proposal.path,
    parent_hash: proposal.parent_hash,
    state: 'finalized',
    created_at: unit.now,
  }
  await insert(unit.tx, row)
  return row
}

const accept = preparedQuery<{ hash: string; candidate: string; by: string; at: string }>()((db, p) =>
  db
    .updateTable('proposals')
    .set({ state: 'finalized', candidate_hash: p('candidate'), decided_by: p('by'), decided_at: p('at') })
    .where('proposal_hash', '=', p('hash')),
)

export async function acceptProposal(
  unit: UnitOfWork,
  done: { proposalHash: string; candidateHash: string },
): Promise<void> {
  await accept.send(unit.tx, {
    hash: done.proposalHash,
    candidate: done.candidateHash,
    by: unit.caller.identityId,
    at: unit.now,
  })
}

interface CandidateListParams extends RowPageParams<string[]> {
  caller: Caller
  topic: string | undefined
  state: ClosedLists['candidateState'] | undefined
}

/** Candidates of the topics that the caller has a grant for, newest first. */
export async function listCandidateRows(db: Db, asked: CandidateListParams): Promise<CandidateRow[]> {
  const topics = await grantedTopicIds(db, asked.caller, asked.topic)
  const states = asked.state === undefined ? STATES : [asked.state]
  return listRanges(db, BY_STATE, { ...asked, ranges: rangesOf(topics, states) })
}

const BY_STATE = {
  table: 'candidates',
  each: ['topic_id', 'state'],
  by: ['created_at', 'candidate_hash'],
  from: 'newest',
} as const

const STATES = membersOf<ClosedLists['candidateState']>({
  finalized: true,
  in_review: true,
  reviewed: true,
  published: true,
})
