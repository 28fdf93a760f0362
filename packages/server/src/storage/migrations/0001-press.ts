import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** The tables of the press: records, then projections (see `tables.ts`). */
export const press = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createRecords(db)
    await createProjections(db)
  },
}

async function createRecords(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'objects', {
    columns: {
      sha256: 'text',
      kind: 'text',
      topic_id: 'text?',
      entry_id: 'text?',
      owner_id: 'text?',
      size: 'integer',
      created_at: 'text',
    },
    primaryKey: ['sha256'],
    isSmall: true,
  })
  await createTable(db, 'blobs', {
    columns: {
      sha256: 'text',
      bytes: 'bytes',
    },
    primaryKey: ['sha256'],
  })
  await createTable(db, 'topics', {
    columns: {
      id: 'text',
      title: 'text',
      summary: 'text',
      visibility: 'text',
      policy_hash: 'text',
      last_published_at: 'text?',
      created_at: 'text',
    },
    primaryKey: ['id'],
  })
  await createTable(db, 'policies', {
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
  })
  await createTable(db, 'visibility_changes', {
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
  })
  await createTable(db, 'identities', {
    columns: {
      identity_id: 'text',
      participant_id: 'text',
      enrollment: 'text',
      label: 'text',
      created_at: 'text',
    },
    primaryKey: ['identity_id'],
    unique: [['participant_id']],
  })
  await createTable(db, 'tokens', {
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
  })
  await createTable(db, 'proposals', {
    columns: {
      proposal_hash: 'text',
      topic_id: 'text',
      entry_id: 'text',
      author_id: 'text',
      document_kind: 'text',
      title: 'text',
      summary: 'text',
      path: 'text',
      parent_hash: 'text?',
      task_id: 'text?',
      task_generation: 'integer?',
      state: 'text',
      reason: 'text?',
      decided_by: 'text?',
      decided_at: 'text?',
      candidate_hash: 'text?',
      created_at: 'text',
    },
    primaryKey: ['proposal_hash'],
    indexes: [
      ['topic_id', 'state', 'created_at'],
      ['author_id', 'created_at'],
    ],
  })
  await createTable(db, 'candidates', {
    columns: {
      candidate_hash: 'text',
      proposal_hash: 'text',
      topic_id: 'text',
      entry_id: 'text',
      author_id: 'text',
      finalizer_id: 'text',
      path: 'text',
      parent_hash: 'text?',
      state: 'text',
      created_at: 'text',
    },
    primaryKey: ['candidate_hash'],
    indexes: [['topic_id', 'created_at']],
  })
  await createTable(db, 'publications', {
    columns: {
      publication_hash: 'text',
      content_hash: 'text',
      entry_id: 'text',
      topic_id: 'text',
      mode: 'text',
      previous_head: 'text?',
      published_at: 'text',
      published_by: 'text',
    },
    primaryKey: ['publication_hash'],
    indexes: [['content_hash']],
  })
  await createTable(db, 'idempotency', {
    columns: {
      key_hash: 'text',
      input_hash: 'text',
      status: 'integer',
      body: 'text',
      created_at: 'text',
      expires_at: 'text?',
    },
    primaryKey: ['key_hash'],
    indexes: [['expires_at']],
  })
  await createTable(db, 'audit', {
    columns: {
      audit_id: 'text',
      at: 'text',
      actor_id: 'text',
      actor_label: 'text',
      action: 'text',
      target: 'text?',
      topic_id: 'text?',
      reason: 'text?',
    },
    primaryKey: ['at', 'audit_id'],
    isSmall: true,
  })
  await createTable(db, 'site', {
    columns: {
      name: 'text',
      value: 'text',
    },
    primaryKey: ['name'],
    isSmall: true,
  })
}

async function createProjections(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'entries', {
    columns: {
      entry_id: 'text',
      topic_id: 'text',
      path: 'text',
      status: 'text',
      content_hash: 'text',
      publication_hash: 'text',
      mode: 'text',
      without_prior_review: 'integer',
      document_kind: 'text',
      title: 'text',
      summary: 'text',
      author: 'text',
      accepted_by: 'text',
      created_at: 'text',
      published_at: 'text',
      parent_hash: 'text?',
      proposal_hash: 'text',
      policy_hash: 'text',
      references_json: 'text',
      aliases_json: 'text',
      observed_at: 'text?',
      refresh_after: 'text?',
      applicability: 'text?',
    },
    primaryKey: ['entry_id'],
    indexes: [['topic_id', 'status'], ['path']],
  })
  await createTable(db, 'revisions', {
    columns: {
      content_hash: 'text',
      entry_id: 'text',
      topic_id: 'text',
      publication_hash: 'text',
      mode: 'text',
      without_prior_review: 'integer',
      first_published_at: 'text',
      published_at: 'text',
      parent_hash: 'text?',
      path: 'text',
      title: 'text',
      retirement_state: 'text',
      retirement_hash: 'text?',
      superseded_at: 'text?',
      superseded_by: 'text?',
      successor_hash: 'text?',
    },
    primaryKey: ['content_hash'],
    indexes: [
      ['entry_id', 'published_at'],
      ['topic_id', 'published_at', 'publication_hash'],
      ['published_at', 'publication_hash'],
    ],
  })
  await createTable(db, 'aliases', {
    columns: {
      path: 'text',
      entry_id: 'text',
      topic_id: 'text',
      bound_at: 'text',
      superseded_at: 'text?',
    },
    primaryKey: ['path'],
    indexes: [['entry_id']],
    isSmall: true,
  })
  await createTable(db, 'topic_counts', {
    columns: {
      topic_id: 'text',
      total: 'integer',
      reviewed: 'integer',
    },
    primaryKey: ['topic_id'],
    isSmall: true,
  })
}
