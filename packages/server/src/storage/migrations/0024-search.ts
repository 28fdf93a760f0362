import { type Kysely, sql } from 'kysely'
import { createTable, isPostgres, type TableDefinitions } from './create-table.ts'

const TABLES: TableDefinitions = {
  search_progress: {
    columns: {
      topic_id: 'text',
      number: 'integer',
      epoch: 'text',
      seq: 'integer',
      phase: 'text',
      filled_at: 'text',
      filled_hash: 'text',
      place: 'integer',
      documents: 'integer',
      title_words: 'integer',
      path_words: 'integer',
      summary_words: 'integer',
      body_words: 'integer',
      languages: 'integer',
      cuts: 'integer',
      claimed_by: 'text?',
      claimed_until: 'integer?',
    },
    primaryKey: ['topic_id'],
  },
  search_documents: {
    columns: {
      entry_id: 'text',
      topic_id: 'text',
      place: 'integer',
      published_at: 'text',
      mode: 'text',
      refresh_after: 'text?',
      facts: 'text',
      size: 'integer',
      words: 'text',
    },
    primaryKey: ['entry_id'],
    indexes: [['topic_id', 'place']],
  },
}

/** What search finds where its index is in PostgreSQL. SQLite has the tables, and nothing is ever in them. */
export const searchDocuments = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition)
    if (!isPostgres(db)) {
      await sql`alter table search_documents add column terms text not null default ''`.execute(db)
      return
    }
    await sql`alter table search_documents add column terms tsvector not null`.execute(db)
    // Entries that wait to be put into the index would be read through by every search.
    await sql`create index search_documents_by_terms on search_documents using gin (terms) with (fastupdate = off)`.execute(
      db,
    )
  },
}
