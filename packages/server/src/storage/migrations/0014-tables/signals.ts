import type { TableDefinitions } from '../create-table.ts'

/** Reports of readers, what happened to them, and their counts. */
export const signals: TableDefinitions = {
  // Not small: its key is random, and in the key's own tree every report would split and write several pages.
  signal_reports: {
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
  },
  signal_events: {
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
  },
  // The site's latest moments lie together, so that a commit of many signals changes few pages.
  signal_moments: {
    columns: {
      at: 'integer',
      target_hash: 'text',
      entry_id: 'text',
      up: 'integer',
      down: 'integer',
      participants: 'integer',
      entry_participants: 'integer',
    },
    primaryKey: ['at', 'target_hash'],
    isSmall: true,
  },
  // The counts of an entry and of its revisions lie together, so that a report changes one place.
  signal_buckets: {
    columns: {
      entry_id: 'text',
      scope: 'text',
      level: 'integer',
      bucket: 'integer',
      up: 'integer',
      down: 'integer',
      participants: 'integer',
    },
    primaryKey: ['entry_id', 'scope', 'level', 'bucket'],
    isSmall: true,
  },
}
