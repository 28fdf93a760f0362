import { type Kysely, sql } from 'kysely'

/** The listed entries of a topic in the order of their paths. */
export const contents = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createIndex('entries_contents')
      .on('entries')
      .columns(['topic_id', 'path', 'entry_id'])
      .where(sql.ref('status'), '=', sql.lit('published'))
      .execute()
  },
}
