import { compiled } from '../storage/portable.ts'
import type { CandidateRow } from '../storage/rows/editorial.ts'
import type { Db } from '../storage/storage.ts'

const byHash = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('candidates').selectAll().where('candidate_hash', '=', p('id')),
)

export function findCandidate(db: Db, key: { id: string }): Promise<CandidateRow | null> {
  return byHash.first(db, key)
}
