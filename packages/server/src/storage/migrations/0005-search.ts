import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** What search follows: changes of the lists in order, and segments made of earlier ones. */
export const search = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'search_topics', {
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
    })
    await createTable(db, 'search_changes', {
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
    })
    await createTable(db, 'search_segments', {
      columns: { topic_id: 'text', segment: 'text', part: 'integer', bytes: 'bytes' },
      primaryKey: ['topic_id', 'segment', 'part'],
    })
  },
}
