import { sql } from 'kysely'
import type { Db, RowCounts } from '../storage.ts'
import type { Tables } from '../tables.ts'
import { COPIED_TABLES, TABLES_LEFT_OUT } from './recovery-tables.ts'

export async function countAll(db: Db): Promise<RowCounts> {
  const kinds = await db
    .selectFrom('objects')
    .select('kind')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('bytes')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  const rows: Record<string, number> = {}
  for (const name of tableNames()) rows[name] = await countRows(db, name)
  return { kinds, rows }
}

/** How many rows a table has. The builder's types would be computed for each of the tables that it may be. */
export async function countRows(db: Db, table: keyof Tables): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return counted.rows[0]?.count ?? 0
}

/** Every table is on one of the two lists. */
function tableNames(): (keyof Tables)[] {
  const names = [...COPIED_TABLES.map(({ name }) => name), ...TABLES_LEFT_OUT.map(([name]) => name)]
  return names.sort() as (keyof Tables)[]
}
