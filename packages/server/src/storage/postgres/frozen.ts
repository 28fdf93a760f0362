import type { RecoveryRow } from '@colophon/contract'
import { type RawBuilder, sql } from 'kysely'
import { preparedQuery } from '../portable.ts'
import {
  COPIED_TABLES,
  type Frozen,
  type FrozenTables,
  type RecoveredTableName,
} from '../recovery/recovery-tables.ts'
import type { Db, Tx } from '../storage.ts'
import { UNHURRIED } from './pool.ts'

/** Copies are rows of one table, where every process of every host reads them. */
export function freezeInTables(read: Db, writers: Db): FrozenTables {
  return {
    freeze: (id) => unhurried(writers, (tx) => freezeTables(tx, id)),
    rows: async (id, table, { offset, limit }) => {
      const rows = await page.all(read, { id, table, offset, limit })
      return rows.map(({ row }) => JSON.parse(row) as RecoveryRow)
    },
    hasObject: async (id, sha256) => (await objectOf.first(read, { id, sha256 })) !== null,
    // Of a process that was killed, the server ends the transaction, and with it the lock.
    isMaking: (id) =>
      writers.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          free: boolean
        }>`select pg_try_advisory_xact_lock(${lockOf(id)}) as free`.execute(tx)
        return rows[0]?.free !== true
      }),
    // Rows of a capture that did not commit were never there.
    async sweep(named) {
      const found = await read.selectFrom('snapshot_rows').select('snapshot_id').distinct().execute()
      const known = await named()
      for (const { snapshot_id: id } of found) if (!known.has(id)) await this.drop(id)
    },
    drop: (id) =>
      unhurried(writers, async (tx) => {
        await tx.deleteFrom('snapshot_rows').where('snapshot_id', '=', id).execute()
      }),
  }
}

/** Held while a copy is made. */
function lockOf(id: string) {
  return sql`hashtextextended(${`snapshot ${id}`}, 0)`
}

/**
 * Sees one moment from its first query on. It takes no lock of the writers: it decides nothing, and must hold up
 * nobody. It may take longer than a request.
 */
function unhurried<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql.raw(UNHURRIED).execute(tx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return await work(tx)
    })
}

async function freezeTables(tx: Tx, id: string): Promise<Frozen> {
  await sql`select pg_advisory_xact_lock(${lockOf(id)})`.execute(tx)
  const tables: { name: string; rows: number }[] = []
  for (const table of COPIED_TABLES) tables.push({ name: table.name, rows: await freezeTable(tx, id, table) })
  const sum = await tx
    .selectFrom('objects')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { tables, blobs: { count: sum.count, bytes: sum.bytes ?? 0 } }
}

async function freezeTable(tx: Tx, id: string, { name, key, only }: RecoveredTableName): Promise<number> {
  const order = sql.join(key.map((column) => sql.ref(column)))
  const hash: RawBuilder<unknown> = name === 'objects' ? sql`t.sha256` : sql`null`
  const condition = only === null ? sql`` : sql`where ${sql.ref(only[0])} = ${only[1]}`
  const { numAffectedRows } = await sql`
    insert into snapshot_rows (snapshot_id, table_name, position, object_hash, row)
    select ${id}, ${name}, row_number() over (order by ${order}) - 1, ${hash}, row_to_json(t)::text
    from ${sql.table(name)} t ${condition}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

const page = preparedQuery<{ id: string; table: string; offset: number; limit: number }>()((db, p) =>
  db
    .selectFrom('snapshot_rows')
    .select('row')
    .where('snapshot_id', '=', p('id'))
    .where('table_name', '=', p('table'))
    .where('position', '>=', p('offset'))
    .orderBy('position')
    .limit(p('limit')),
)

const objectOf = preparedQuery<{ id: string; sha256: string }>()((db, p) =>
  db
    .selectFrom('snapshot_rows')
    .select('position')
    .where('snapshot_id', '=', p('id'))
    .where('object_hash', '=', p('sha256')),
)
