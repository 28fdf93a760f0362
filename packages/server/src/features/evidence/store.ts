import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { EvidenceRow } from '../../storage/rows/editorial.ts'
import type { Db, Tx } from '../../storage/storage.ts'

export const addEvidence = insertRow('evidence', {
  evidence_id: true,
  evidence_hash: true,
  candidate_hash: true,
  topic_id: true,
  method: true,
  is_sound: true,
  checked_at: true,
  expires_at: true,
  submitted_by: true,
  created_at: true,
  challenge_selector: true,
  challenge_reason: true,
  challenged_by: true,
  challenged_at: true,
})

const challenge = preparedQuery<{ id: string; selector: string; reason: string; by: string; at: string }>()(
  (db, p) =>
    db
      .updateTable('evidence')
      .set({
        challenge_selector: p('selector'),
        challenge_reason: p('reason'),
        challenged_by: p('by'),
        challenged_at: p('at'),
      })
      .where('evidence_id', '=', p('id')),
)

export async function markChallenged(tx: Tx, row: EvidenceRow): Promise<void> {
  await challenge.run(tx, {
    id: row.evidence_id,
    selector: row.challenge_selector ?? '',
    reason: row.challenge_reason ?? '',
    by: row.challenged_by ?? '',
    at: row.challenged_at ?? '',
  })
}

/** Oldest first. */
export function listEvidenceRows(
  db: Db,
  asked: RowPageParams<readonly string[]> & { candidateHash: string },
): Promise<EvidenceRow[]> {
  const query = db.selectFrom('evidence').selectAll().where('candidate_hash', '=', asked.candidateHash)
  return pageOf(query, { by: ['created_at', 'evidence_id'], from: 'oldest' }, asked).execute()
}
