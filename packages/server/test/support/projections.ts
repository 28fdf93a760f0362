import { sql } from 'kysely'
import type { ChangeRow } from '../../src/storage/rows/log.ts'
import type { Db } from '../../src/storage/storage.ts'

/** The projections that must be the same to the byte; search is compared by its answers. */
const TABLES = [
  'entries',
  'revisions',
  'aliases',
  'topic_counts',
  'lineage_nodes',
  'lineage_edges',
  'signal_moments',
  'signal_buckets',
] as const

/** Every row of every projection, as text in one order. */
export async function projectionsOf(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    found[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return found
}

/** The streams of changes, which a restore goes on with when it closes what was public. */
export async function changesOf(db: Db): Promise<ChangeRow[]> {
  return db.selectFrom('changes').selectAll().orderBy('topic_id').orderBy('seq').execute()
}

/** What search follows: the entries that are listed now, by the changes of each topic in their order. */
export async function searchedEntries(db: Db): Promise<string[]> {
  const changes = await db
    .selectFrom('search_changes')
    .selectAll()
    .orderBy('topic_id')
    .orderBy('seq')
    .execute()
  const listed = new Map<string, string>()
  for (const { topic_id, entry_id, content_hash, mode, refresh_after } of changes) {
    if (content_hash === null) listed.delete(entry_id)
    else listed.set(entry_id, [topic_id, entry_id, content_hash, mode, refresh_after].join(' '))
  }
  return [...listed.values()].sort()
}
