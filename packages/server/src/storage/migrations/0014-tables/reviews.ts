import type { TableDefinitions } from '../create-table.ts'

/** What is said of a candidate: review plans, reviews, evidence. Their words are in the objects. */
export const reviews: TableDefinitions = {
  review_plans: {
    columns: {
      plan_id: 'text',
      candidate_hash: 'text',
      topic_id: 'text',
      policy_hash: 'text',
      focuses: 'text',
      created_by: 'text',
      created_at: 'text',
      completed_at: 'text?',
    },
    primaryKey: ['plan_id'],
    unique: [['candidate_hash']],
  },
  reviews: {
    columns: {
      review_hash: 'text',
      task_id: 'text',
      candidate_hash: 'text',
      topic_id: 'text',
      focus: 'text',
      reviewer_id: 'text',
      verdict: 'text',
      blockers: 'integer',
      created_at: 'text',
    },
    primaryKey: ['review_hash'],
    unique: [['task_id'], ['candidate_hash', 'reviewer_id']],
    indexes: [['candidate_hash', 'created_at', 'review_hash']],
  },
  evidence: {
    columns: {
      evidence_id: 'text',
      evidence_hash: 'text',
      candidate_hash: 'text',
      topic_id: 'text',
      method: 'text',
      is_sound: 'integer',
      checked_at: 'text',
      expires_at: 'text',
      submitted_by: 'text',
      created_at: 'text',
      challenge_selector: 'text?',
      challenge_reason: 'text?',
      challenged_by: 'text?',
      challenged_at: 'text?',
    },
    primaryKey: ['evidence_id'],
    unique: [['evidence_hash']],
    indexes: [['candidate_hash', 'created_at', 'evidence_id']],
  },
}
