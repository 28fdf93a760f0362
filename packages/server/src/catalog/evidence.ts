import { compiled } from '../storage/portable.ts'
import type { EvidenceRow } from '../storage/rows/editorial.ts'
import type { Db } from '../storage/storage.ts'

const byId = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('evidence').selectAll().where('evidence_id', '=', p('id')),
)

export function findEvidence(db: Db, key: { id: string }): Promise<EvidenceRow | null> {
  return byId.first(db, key)
}
