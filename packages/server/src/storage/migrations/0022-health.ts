import { type Kysely, sql } from 'kysely'
import { createIndex } from './create-table.ts'

/** What of a topic is due, challenged and retired, without a look at everything that is not. */
export const health = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createIndex('entries_due')
      .on('entries')
      .columns(['topic_id', 'refresh_after'])
      .where(sql.ref('status'), '=', sql.lit('published'))
      .where(sql.ref('refresh_after'), 'is not', null)
      .execute()
    await createIndex(db, 'evidence', ['topic_id', 'expires_at'])
    await db.schema
      .createIndex('evidence_challenged')
      .on('evidence')
      .columns(['topic_id', 'challenged_at'])
      .where(sql.ref('challenged_at'), 'is not', null)
      .execute()
    await createIndex(db, 'retirements', ['topic_id', 'decided_at'])
  },
}
