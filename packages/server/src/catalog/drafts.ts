import { compiled } from '../storage/portable.ts'
import type { CandidateRow, ProposalRow } from '../storage/rows/editorial.ts'
import type { Db } from '../storage/storage.ts'

const proposal = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('proposals').selectAll().where('proposal_hash', '=', p('id')),
)
const candidate = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('candidates').selectAll().where('candidate_hash', '=', p('id')),
)

export function findProposal(db: Db, key: { id: string }): Promise<ProposalRow | null> {
  return proposal.first(db, key)
}

export function findCandidate(db: Db, key: { id: string }): Promise<CandidateRow | null> {
  return candidate.first(db, key)
}
