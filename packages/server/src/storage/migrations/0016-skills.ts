import { type Kysely, sql } from 'kysely'
import { isPostgres } from './create-table.ts'

/** The profile of a topic, and each change of it beside those of its visibility. */
export const topicProfiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    const text = sql.raw(isPostgres(db) ? 'text collate "C"' : 'text')
    for (const [table, column] of [
      ['topics', 'profile'],
      ['visibility_changes', 'from_profile'],
      ['visibility_changes', 'to_profile'],
    ] as const)
      await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${text}`.execute(db)
  },
}
