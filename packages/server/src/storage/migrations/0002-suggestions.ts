import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** The queue of suggestions; readers' feedback joins it. */
export const suggestions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'suggestions', {
      columns: {
        suggestion_id: 'text',
        suggestion_hash: 'text',
        topic_id: 'text',
        kind: 'text',
        question: 'text',
        motivation: 'text',
        related_hashes: 'text',
        parent_hash: 'text?',
        resolution_state: 'text',
        resolution_hash: 'text?',
        triage_state: 'text',
        task_id: 'text?',
        created_at: 'text',
        created_by: 'text',
        created_label: 'text?',
      },
      primaryKey: ['suggestion_id'],
      unique: [['suggestion_hash']],
      indexes: [['topic_id', 'created_at', 'suggestion_id']],
    })
  },
}
