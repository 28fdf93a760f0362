import { compiled } from '../storage/portable.ts'
import type { ProposalRow } from '../storage/rows/editorial.ts'
import type { Db } from '../storage/storage.ts'

const byHash = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('proposals').selectAll().where('proposal_hash', '=', p('id')),
)

export function findProposal(db: Db, key: { id: string }): Promise<ProposalRow | null> {
  return byHash.first(db, key)
}
