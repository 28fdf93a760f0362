import type { TableDefinitions } from '../create-table.ts'

/** Facts of the site, outcomes of commands, the audit, snapshots and recovery. */
export const site: TableDefinitions = {
  site: {
    columns: {
      name: 'text',
      value: 'text',
    },
    primaryKey: ['name'],
    isSmall: true,
  },
  idempotency: {
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
  },
  audit: {
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
  },
  snapshots: {
    columns: {
      snapshot_id: 'text',
      created_at: 'text',
      state: 'text',
      manifest: 'text?',
      has_copy: 'integer',
    },
    primaryKey: ['snapshot_id'],
  },
  snapshot_rows: {
    columns: {
      snapshot_id: 'text',
      table_name: 'text',
      position: 'integer',
      object_hash: 'text?',
      row: 'text',
    },
    primaryKey: ['snapshot_id', 'table_name', 'position'],
  },
  recovery_jobs: {
    columns: {
      job_id: 'text',
      kind: 'text',
      state: 'text',
      phase: 'text',
      cursor: 'text?',
      offset: 'integer',
      done: 'integer',
      total: 'integer',
      carried: 'text',
      manifest: 'text?',
      started_at: 'text',
      completed_at: 'text?',
    },
    primaryKey: ['job_id'],
  },
}
