import { preparedQuery } from '../storage/portable.ts'
import type { Db, Tx } from '../storage/storage.ts'

/** Facts about the site as a whole, beside the maintenance lock: where it is, and what was done to it once. */
type SiteFact = 'base_url' | 'examples'

const find = preparedQuery<{ name: string }>()((db, p) =>
  db.selectFrom('site').select('value').where('name', '=', p('name')),
)

export async function readSiteFact(db: Db, name: SiteFact): Promise<string | null> {
  return (await find.first(db, { name }))?.value ?? null
}

const keep = preparedQuery<{ name: string; value: string }>()((db, p) =>
  db
    .insertInto('site')
    .values({ name: p('name'), value: p('value') })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p('value') })),
)

export async function keepSiteFact(tx: Tx, name: SiteFact, value: string): Promise<void> {
  await keep.run(tx, { name, value })
}
