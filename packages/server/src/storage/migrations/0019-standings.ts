import { type Kysely, sql } from 'kysely'

/** The suggestions that challenge what they name. */
export const standings = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createIndex('suggestions_challenging')
      .on('suggestions')
      .column('topic_id')
      .where(sql.ref('resolution_state'), '=', sql.lit('open'))
      .where(sql.ref('triage_state'), '=', sql.lit('accepted'))
      .execute()
  },
}
