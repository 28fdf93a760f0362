import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** A signal changes fewer pages (decision 30). */
export const signalPages = {
  async up(db: Kysely<unknown>): Promise<void> {
    await joinBuckets(db)
    await shortenKeys(db)
  },
}

/** The counts of an entry and of its revisions lie together, so that a report changes one place. */
async function joinBuckets(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('signal_buckets').renameTo('scattered_buckets').execute()
  await createTable(db, 'signal_buckets', {
    columns: {
      entry_id: 'text',
      scope: 'text',
      level: 'integer',
      bucket: 'integer',
      up: 'integer',
      down: 'integer',
      participants: 'integer',
    },
    primaryKey: ['entry_id', 'scope', 'level', 'bucket'],
    isSmall: true,
  })
  await sql`
    insert into signal_buckets (entry_id, scope, level, bucket, up, down, participants)
    select owners.entry_id, buckets.scope, level, bucket, up, down, participants
    from scattered_buckets as buckets
    join (
      select entry_id as scope, entry_id from entries
      union all select content_hash, entry_id from revisions
    ) as owners on owners.scope = buckets.scope
    order by owners.entry_id, buckets.scope, level, bucket`.execute(db)
  await db.schema.dropTable('scattered_buckets').execute()
}

/** Half of a hash tells keys apart as well, and is half of an index. */
async function shortenKeys(db: Kysely<unknown>): Promise<void> {
  await sql`update idempotency set key_hash = substr(key_hash, 1, 32)`.execute(db)
}
