import { type Kysely, sql } from 'kysely'

/** How the bytes of a blob are held: those that are there stay as they are. */
export const packedBlobs = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table blobs add column packed integer not null default 0`.execute(db)
  },
}
