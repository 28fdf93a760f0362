import { sql } from 'kysely'
import { rebuiltHandles, rebuiltName } from '../recovery/rebuilt-tables.ts'
import { PROJECTIONS } from '../recovery/recovery-tables.ts'
import type { RebuiltTables, Tx } from '../storage.ts'

export function rebuildInSchema(): RebuiltTables {
  return {
    async prepare(tx) {
      for (const name of PROJECTIONS) await prepareOne(tx, name)
    },
    into: rebuiltHandles(),
    async swap(tx) {
      for (const name of PROJECTIONS) await swapOne(tx, name)
    },
  }
}

interface Index {
  name: string
  /** `create index ... on ...`, and what follows there. */
  columns: string
  /** Of the index of a key: `primary key (...)` or `unique (...)`. */
  key: string | null
}

async function prepareOne(tx: Tx, name: string): Promise<void> {
  const made = rebuiltName(name)
  await tx.schema.dropTable(made).ifExists().execute()
  await sql`create table ${sql.table(made)} (like ${sql.table(name)} including all excluding indexes)`.execute(
    tx,
  )
  for (const index of await indexesOf(tx, name)) {
    const indexName = sql.ref(rebuiltName(index.name))
    if (index.key === null)
      await sql`create index ${indexName} on ${sql.table(made)} ${sql.raw(index.columns)}`.execute(tx)
    else
      await sql`alter table ${sql.table(made)} add constraint ${indexName} ${sql.raw(index.key)}`.execute(tx)
  }
}

/** The planner knows nothing of a new table before it is analysed, and others may not do so for a minute. */
async function swapOne(tx: Tx, name: string): Promise<void> {
  const indexes = await indexesOf(tx, name)
  await sql`drop table ${sql.table(name)}`.execute(tx)
  await sql`alter table ${sql.table(rebuiltName(name))} rename to ${sql.ref(name)}`.execute(tx)
  for (const index of indexes)
    await sql`alter index ${sql.ref(rebuiltName(index.name))} rename to ${sql.ref(index.name)}`.execute(tx)
  await sql`analyze ${sql.table(name)}`.execute(tx)
}

async function indexesOf(tx: Tx, table: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select names.relname as name,
      substring(pg_get_indexdef(indexes.indexrelid) from ' (USING .*)$') as columns,
      pg_get_constraintdef(keys.oid) as key
    from pg_index as indexes
    join pg_class as names on names.oid = indexes.indexrelid
    left join pg_constraint as keys on keys.conindid = indexes.indexrelid and keys.contype in ('p', 'u')
    where indexes.indrelid = to_regclass(${table})`.execute(tx)
  return rows
}
