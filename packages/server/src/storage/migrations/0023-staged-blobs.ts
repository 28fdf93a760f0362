import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** What was staged for a recovery, so that it can be removed; what earlier versions left behind counts as staged now. */
export const stagedBlobs = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'staged_blobs', {
      columns: { sha256: 'text', staged_at: 'text' },
      primaryKey: ['sha256'],
      indexes: [['staged_at']],
      isSmall: true,
    })
    await sql`insert into staged_blobs (sha256, staged_at)
      select sha256, ${new Date().toISOString()} from blobs
      where not exists (select 1 from objects where objects.sha256 = blobs.sha256)`.execute(db)
  },
}
