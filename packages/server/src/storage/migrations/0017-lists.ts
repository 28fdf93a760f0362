import { type Kysely, sql } from 'kysely'
import { createIndex } from './create-table.ts'

/** Indexes that a page of a list is read from as it is: what a list may be filtered by, then its order. */
export const lists = {
  async up(db: Kysely<unknown>): Promise<void> {
    const drop = (name: string) => db.schema.dropIndex(name).execute()
    await drop('entries_by_topic_id_status')
    await listed(db, 'entries_listed', ['topic_id', 'published_at', 'publication_hash'])
    await listed(db, 'entries_listed_by_mode', ['topic_id', 'mode', 'published_at', 'publication_hash'])
    await drop('revisions_by_entry_id_published_at')
    await createIndex(db, 'revisions', ['entry_id', 'published_at', 'publication_hash'])
    await drop('revisions_by_published_at_publication_hash')
    await drop('revisions_by_topic_id_published_at_publication_hash')
    await db.schema
      .createIndex('revisions_superseded')
      .on('revisions')
      .columns(['topic_id', 'superseded_at', 'superseded_by', 'published_at', 'publication_hash'])
      .where(sql.ref('superseded_at'), 'is not', null)
      .execute()
    await drop('candidates_by_topic_id_created_at')
    await createIndex(db, 'candidates', ['topic_id', 'state', 'created_at', 'candidate_hash'])
    await drop('proposals_by_topic_id_state_created_at')
    await drop('proposals_by_author_id_created_at')
    await createIndex(db, 'proposals', ['topic_id', 'state', 'created_at', 'proposal_hash'])
    await createIndex(db, 'proposals', ['author_id', 'state', 'created_at', 'proposal_hash'])
    await createIndex(db, 'suggestions', [
      'topic_id',
      'kind',
      'resolution_state',
      'created_at',
      'suggestion_id',
    ])
    await createIndex(db, 'tasks', ['topic_id', 'state', 'kind', 'created_at', 'task_id'])
  },
}

/** Only of what lists show. */
async function listed(db: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(name)
    .on('entries')
    .columns(columns)
    .where(sql.ref('status'), '=', sql.lit('published'))
    .execute()
}
