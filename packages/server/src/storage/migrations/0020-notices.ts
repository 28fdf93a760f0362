import { type Kysely, sql } from 'kysely'
import { createIndex, isPostgres } from './create-table.ts'

/** When a suggestion was triaged, which dates a challenge, and the suggestions of an identity in their order. */
export const notices = {
  async up(db: Kysely<unknown>): Promise<void> {
    const text = sql.raw(isPostgres(db) ? 'text collate "C"' : 'text')
    await sql`alter table suggestions add column triaged_at ${text}`.execute(db)
    await createIndex(db, 'suggestions', ['created_by', 'created_at', 'suggestion_id'])
  },
}
