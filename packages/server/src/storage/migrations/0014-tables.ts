import { type Kysely, sql } from 'kysely'
import { accessTables } from './0014-tables/access.ts'
import { catalog } from './0014-tables/catalog.ts'
import { curationTables } from './0014-tables/curation.ts'
import { editorialTables } from './0014-tables/editorial.ts'
import { reviews } from './0014-tables/reviews.ts'
import { signals } from './0014-tables/signals.ts'
import { site } from './0014-tables/site.ts'
import { streams } from './0014-tables/streams.ts'
import { topics } from './0014-tables/topics.ts'
import { createTable } from './create-table.ts'

const GROUPS = [
  topics,
  accessTables,
  editorialTables,
  reviews,
  curationTables,
  signals,
  catalog,
  streams,
  site,
]

/** Every table of the first release (see `tables.ts`). Databases from before it have come to the same tables in 14 steps. */
export const tables = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const group of GROUPS)
      for (const [name, definition] of Object.entries(group)) await createTable(db, name, definition)
    await sql`create index snapshot_rows_by_object on snapshot_rows (snapshot_id, object_hash)
      where object_hash is not null`.execute(db)
  },
}
