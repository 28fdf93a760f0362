import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** Captured snapshots, and on PostgreSQL their rows. */
export const snapshots = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'snapshots', {
      columns: {
        snapshot_id: 'text',
        created_at: 'text',
        state: 'text',
        manifest: 'text?',
        has_copy: 'integer',
      },
      primaryKey: ['snapshot_id'],
    })
    await createTable(db, 'snapshot_rows', {
      columns: {
        snapshot_id: 'text',
        table_name: 'text',
        position: 'integer',
        object_hash: 'text?',
        row: 'text',
      },
      primaryKey: ['snapshot_id', 'table_name', 'position'],
    })
    await sql`create index snapshot_rows_by_object on snapshot_rows (snapshot_id, object_hash)
      where object_hash is not null`.execute(db)
  },
}
