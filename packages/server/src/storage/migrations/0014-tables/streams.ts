import type { TableDefinitions } from '../create-table.ts'

/** What was published and decided in its order: the streams of changes, the transparency log, what search follows. */
export const streams: TableDefinitions = {
  changes: {
    columns: {
      topic_id: 'text',
      seq: 'integer',
      public_seq: 'integer?',
      kind: 'text',
      record: 'text',
      at: 'text',
    },
    primaryKey: ['topic_id', 'seq'],
    unique: [['public_seq']],
    isSmall: true,
  },
  log_entries: {
    columns: {
      position: 'integer',
      record: 'text',
      public_seq: 'integer',
      seq: 'integer',
    },
    primaryKey: ['position'],
    unique: [['record']],
    isSmall: true,
  },
  log_tiles: {
    columns: {
      level: 'integer',
      position: 'integer',
      hash: 'text',
    },
    primaryKey: ['level', 'position'],
    isSmall: true,
  },
  search_topics: {
    columns: {
      topic_id: 'text',
      epoch: 'text',
      seq: 'integer',
      packed_seq: 'integer',
      segments: 'text',
      packing_until: 'text?',
    },
    primaryKey: ['topic_id'],
    isSmall: true,
  },
  search_changes: {
    columns: {
      topic_id: 'text',
      seq: 'integer',
      entry_id: 'text',
      content_hash: 'text?',
      mode: 'text?',
      refresh_after: 'text?',
    },
    primaryKey: ['topic_id', 'seq'],
    isSmall: true,
  },
  search_segments: {
    columns: {
      topic_id: 'text',
      segment: 'text',
      part: 'integer',
      bytes: 'bytes',
    },
    primaryKey: ['topic_id', 'segment', 'part'],
  },
}
