import { preparedQuery } from '../../storage/portable.ts'

/** The newest rows of evidence of a candidate that are sound, whatever became of them since. */
export const listSoundEvidence = preparedQuery<{ candidate: string; limit: number }>()((db, p) =>
  db
    .selectFrom('evidence')
    .select(['evidence_hash', 'method', 'checked_at', 'expires_at', 'challenged_at'])
    .where('candidate_hash', '=', p('candidate'))
    .where('is_sound', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('evidence_id', 'desc')
    .limit(p('limit')),
)
