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
  for (const name of tableNames()) {
    const row = await db
      .selectFrom(name)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirst()
    rows[name] = row?.count ?? 0
  }
  return { kinds, rows }
}

/** Every table is on one of the two lists. */
function tableNames(): (keyof Tables)[] {
  const names = [...COPIED_TABLES.map(({ name }) => name), ...TABLES_LEFT_OUT.map(([name]) => name)]
  return names.sort() as (keyof Tables)[]
}
