import type { TableDefinitions } from '../create-table.ts'

/** Identities, their tokens and sessions, and what counts against their limits. */
export const accessTables: TableDefinitions = {
  identities: {
    columns: {
      identity_id: 'text',
      participant_id: 'text',
      enrollment: 'text',
      label: 'text',
      created_at: 'text',
    },
    primaryKey: ['identity_id'],
    unique: [['participant_id']],
  },
  tokens: {
    columns: {
      token_id: 'text',
      identity_id: 'text',
      label: 'text',
      preset: 'text?',
      scopes: 'text',
      topic_grants: 'text?',
      review_grants: 'text?',
      issued_at: 'text',
      issued_by: 'text?',
      expires_at: 'text',
      revoked_at: 'text?',
      revoke_reason: 'text?',
      last_used_at: 'text?',
    },
    primaryKey: ['token_id'],
    indexes: [['identity_id'], ['issued_at', 'token_id']],
  },
  sessions: {
    columns: {
      session_hash: 'text',
      token_id: 'text',
      created_at: 'text',
      expires_at: 'text',
    },
    primaryKey: ['session_hash'],
    indexes: [['expires_at']],
  },
  allowance_days: {
    columns: {
      identity_id: 'text',
      day: 'text',
      commands: 'integer',
      signals: 'integer',
      feedback: 'integer',
    },
    primaryKey: ['identity_id', 'day'],
    isSmall: true,
  },
  registration_counts: {
    columns: {
      period: 'text',
      subject: 'text',
      registrations: 'integer',
    },
    primaryKey: ['period', 'subject'],
    isSmall: true,
  },
}
