import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import { insertRow } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'

export const addFeedback = insertRow('feedback', {
  feedback_id: true,
  suggestion_id: true,
  identity_id: true,
  target_hash: true,
  entry_id: true,
  topic_id: true,
  title: true,
  comment: true,
  received_at: true,
})

/** An identity's own feedback with what was decided on it, newest first. */
export async function listOwnFeedback(
  db: Db,
  asked: RowPageParams<readonly string[]> & { identityId: string },
) {
  const query = db
    .selectFrom('feedback')
    .innerJoin('suggestions', 'suggestions.suggestion_id', 'feedback.suggestion_id')
    .leftJoin('resolutions', 'resolutions.resolution_hash', 'suggestions.resolution_hash')
    .selectAll('feedback')
    .select(['suggestions.resolution_state', 'resolutions.fixed_hashes'])
    .where('feedback.identity_id', '=', asked.identityId)
  return pageOf(
    query,
    { by: ['feedback.received_at', 'feedback.feedback_id'], from: 'newest' },
    asked,
  ).execute()
}
