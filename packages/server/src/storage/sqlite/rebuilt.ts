import { sql } from 'kysely'
import { rebuiltHandles, rebuiltName } from '../recovery/rebuilt-tables.ts'
import { PROJECTIONS } from '../recovery/recovery-tables.ts'
import type { RebuiltTables, Tx } from '../storage.ts'

interface Definition {
  type: string
  name: string
  sql: string
}

/**
 * SQLite cannot rename an index, and its names are the file's: the new tables take those of the old ones, which
 * lose their indexes when the new ones are prepared. Nothing is read from them from then on.
 */
export function rebuildInFile(): RebuiltTables {
  return {
    async prepare(tx) {
      for (const name of PROJECTIONS) await prepareOne(tx, name)
    },
    into: rebuiltHandles(),
    async swap(tx) {
      for (const name of PROJECTIONS) {
        await tx.schema.dropTable(name).execute()
        await tx.schema.alterTable(rebuiltName(name)).renameTo(name).execute()
      }
    },
  }
}

async function prepareOne(tx: Tx, name: string): Promise<void> {
  const definitions = await definitionsOf(tx, name)
  for (const { type, name: index } of definitions)
    if (type === 'index') await tx.schema.dropIndex(index).execute()
  for (const { sql: text } of definitions)
    await sql.raw(text.replace(`"${name}"`, `"${rebuiltName(name)}"`)).execute(tx)
}

/** The table, then its indexes but those of its keys, which come with it. */
async function definitionsOf(tx: Tx, name: string): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select type, name, sql from sqlite_schema
    where tbl_name = ${name} and type in ('table', 'index') and sql is not null
    order by type desc, name`.execute(tx)
  return rows
}
