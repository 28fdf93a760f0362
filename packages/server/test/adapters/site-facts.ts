import { preparedQuery } from '../../src/storage/portable.ts'
import type { Storage, Tx } from '../../src/storage/storage.ts'

export const addFact = preparedQuery<{ name: string; value: string }>()((db, p) =>
  db.insertInto('site').values({ name: p('name'), value: p('value') }),
)
export const findFact = preparedQuery<{ name: string }>()((db, p) =>
  db.selectFrom('site').selectAll().where('name', '=', p('name')),
)
export const setFact = preparedQuery<{ name: string; value: string }>()((db, p) =>
  db
    .updateTable('site')
    .set({ value: p('value') })
    .where('name', '=', p('name')),
)
export const putFact = preparedQuery<{ name: string; value: string }>()((db, p) =>
  db
    .insertInto('site')
    .values({ name: p('name'), value: p('value') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p('value') }))
    .returningAll(),
)

export function add(storage: Storage, name: string, value = '0'): Promise<number> {
  return storage.write((tx) => addFact.run(tx, { name, value }))
}

export async function increment(tx: Tx, name: string): Promise<void> {
  const row = await findFact.first(tx, { name })
  await setFact.run(tx, { name, value: String(Number(row?.value) + 1) })
}

export async function factOf(storage: Storage, name: string): Promise<string | null> {
  return (await findFact.first(storage.read, { name }))?.value ?? null
}
