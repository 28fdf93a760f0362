import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Registrations, sessions, allowances, signals and feedback. */
export const readers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createCounters(db)
    await createSignals(db)
    await createTable(db, 'feedback', {
      columns: {
        feedback_id: 'text',
        suggestion_id: 'text',
        identity_id: 'text',
        target_hash: 'text',
        entry_id: 'text',
        topic_id: 'text',
        title: 'text',
        comment: 'text',
        received_at: 'text',
      },
      primaryKey: ['feedback_id'],
      unique: [['suggestion_id']],
      indexes: [['identity_id', 'received_at', 'feedback_id']],
    })
    await createTable(db, 'sessions', {
      columns: {
        session_hash: 'text',
        token_id: 'text',
        created_at: 'text',
        expires_at: 'text',
      },
      primaryKey: ['session_hash'],
      indexes: [['expires_at']],
    })
  },
}

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'allowance_days', {
    columns: {
      identity_id: 'text',
      day: 'text',
      commands: 'integer',
      signals: 'integer',
      feedback: 'integer',
    },
    primaryKey: ['identity_id', 'day'],
    isSmall: true,
  })
  await createTable(db, 'registration_counts', {
    columns: {
      period: 'text',
      subject: 'text',
      registrations: 'integer',
    },
    primaryKey: ['period', 'subject'],
    isSmall: true,
  })
}

async function createSignals(db: Kysely<unknown>): Promise<void> {
  // Not small: its key is random, and in the key's own tree every report would split and write several pages.
  await createTable(db, 'signal_reports', {
    columns: {
      identity_id: 'text',
      entry_id: 'text',
      day: 'text',
      target_hash: 'text',
      report_id: 'text',
      topic_id: 'text',
      value: 'text?',
      comment: 'text?',
      received_at: 'text',
      updated_at: 'text',
      last_event_id: 'text',
    },
    primaryKey: ['identity_id', 'entry_id', 'day', 'target_hash'],
    unique: [['report_id']],
  })
  await createTable(db, 'signal_events', {
    columns: {
      occurred_at: 'text',
      event_id: 'text',
      report_id: 'text',
      topic_id: 'text',
      event: 'text',
      value: 'text?',
      previous_value: 'text?',
      meaning: 'text?',
      comment: 'text?',
    },
    primaryKey: ['occurred_at', 'event_id'],
    indexes: [['topic_id', 'occurred_at', 'event_id']],
    isSmall: true,
  })
  // The site's latest moments lie together, so that a commit of many signals changes few pages.
  await createTable(db, 'signal_moments', {
    columns: {
      at: 'integer',
      scope: 'text',
      up: 'integer',
      down: 'integer',
      participants: 'integer',
    },
    primaryKey: ['at', 'scope'],
    isSmall: true,
  })
  await createTable(db, 'signal_buckets', {
    columns: {
      scope: 'text',
      level: 'integer',
      bucket: 'integer',
      up: 'integer',
      down: 'integer',
      participants: 'integer',
    },
    primaryKey: ['scope', 'level', 'bucket'],
    isSmall: true,
  })
}
