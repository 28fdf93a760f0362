import { setImmediate as nextTurn } from 'node:timers/promises'
import { RECOVERED_TABLES, TABLES_LEFT_OUT } from '../../storage/recovery-tables.ts'
import type { Db } from '../../storage/storage.ts'
import type { Tables } from '../../storage/tables.ts'

export function sumKinds(db: Db): Promise<{ kind: string; count: number; bytes: number }[]> {
  return db
    .selectFrom('objects')
    .select('kind')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('bytes')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
}

/** One table a turn of the event loop: SQLite counts by walking, and requests go in between. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tableNames()) {
    await nextTurn()
    const row = await db
      .selectFrom(name)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirst()
    counts[name] = row?.count ?? 0
  }
  return counts
}

/** Every table is on one of the two lists. */
function tableNames(): (keyof Tables)[] {
  const names = [...RECOVERED_TABLES.map(({ name }) => name), ...TABLES_LEFT_OUT.map(([name]) => name)]
  return names.sort() as (keyof Tables)[]
}
