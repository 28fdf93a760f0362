import type { TableDefinitions } from '../create-table.ts'

/** Topics, their policies and the changes of their visibility. */
export const topics: TableDefinitions = {
  topics: {
    columns: {
      id: 'text',
      title: 'text',
      summary: 'text',
      visibility: 'text',
      policy_hash: 'text',
      created_at: 'text',
    },
    primaryKey: ['id'],
  },
  policies: {
    columns: {
      policy_hash: 'text',
      topic_id: 'text',
      previous_hash: 'text?',
      evidence_ttl_days: 'integer',
      review_focuses: 'text',
      minimum_evidence: 'integer',
      publication_modes: 'text',
      created_at: 'text',
      created_by: 'text',
    },
    primaryKey: ['policy_hash'],
    indexes: [['topic_id']],
  },
  visibility_changes: {
    columns: {
      change_id: 'text',
      topic_id: 'text',
      position: 'integer',
      changed_at: 'text',
      changed_by: 'text',
      from_visibility: 'text',
      to_visibility: 'text',
      reason: 'text',
    },
    primaryKey: ['change_id'],
    unique: [['topic_id', 'position']],
  },
}
