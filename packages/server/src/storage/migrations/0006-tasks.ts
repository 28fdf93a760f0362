import { type Kysely, sql } from 'kysely'
import { createIndex, createTable } from './create-table.ts'

/** Work that is leased: tasks, the chain of their definitions, what must be done before them. */
export const tasks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'tasks', {
      columns: {
        task_id: 'text',
        kind: 'text',
        topic_id: 'text',
        title: 'text',
        brief: 'text',
        definition_hash: 'text?',
        suggestion_id: 'text?',
        candidate_hash: 'text?',
        focus: 'text?',
        entry_id: 'text?',
        content_hash: 'text?',
        state: 'text',
        holder_id: 'text?',
        generation: 'integer',
        lease_until: 'text?',
        artifact_hash: 'text?',
        closed_at: 'text?',
        created_at: 'text',
        created_by: 'text',
      },
      primaryKey: ['task_id'],
      // Null in tasks of other kinds, and nulls are never equal: one refresh of a revision, one review of a focus.
      unique: [['content_hash'], ['candidate_hash', 'focus']],
      indexes: [['topic_id', 'created_at', 'task_id'], ['holder_id']],
    })
    await createTable(db, 'task_prerequisites', {
      columns: { task_id: 'text', prerequisite_id: 'text', position: 'integer' },
      primaryKey: ['task_id', 'prerequisite_id'],
      isSmall: true,
    })
    await createTable(db, 'definitions', {
      columns: {
        definition_hash: 'text',
        task_id: 'text',
        previous_hash: 'text?',
        title: 'text',
        brief: 'text',
        created_at: 'text',
        created_by: 'text',
      },
      primaryKey: ['definition_hash'],
      indexes: [['task_id']],
    })
    // The text of the task that a proposal was written for.
    await sql`alter table proposals add column definition_hash text`.execute(db)
    await createIndex(db, 'entries', ['refresh_after'])
  },
}
