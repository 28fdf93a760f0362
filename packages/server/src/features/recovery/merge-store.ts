import type { RecoveryRow } from '@colophon/contract'
import { type RawBuilder, sql } from 'kysely'
import { shortKeyHash } from '../../command/idempotency.ts'
import { isUniqueViolation } from '../../storage/portable.ts'
import type { RecoveredTableName } from '../../storage/recovery/recovery-tables.ts'
import type { Tx } from '../../storage/storage.ts'
import { unusable } from './material.ts'

/**
 * Puts restored rows beside those of the target; a row of the target with the same key becomes the restored one,
 * but for what `KEPT` keeps. `RESTORED` says which come back otherwise than they were captured.
 */
export async function mergeRows(
  tx: Tx,
  table: RecoveredTableName,
  rows: readonly RecoveryRow[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = [...new Set([...Object.keys(first), ...table.later])].filter(
    (column) => !table.former.includes(column),
  )
  if (table.name === 'topics') await forgetOwnVisibility(tx, rows)
  const values = rows.map((row) => {
    const restored = RESTORED[table.name]?.(row) ?? row
    return sql`(${sql.join(columns.map((column) => restored[column] ?? null))})`
  })
  const changes = columns
    .filter((column) => !table.key.includes(column))
    .map((column) => sql`${sql.ref(column)} = ${mergedValue(table.name, column)}`)
  try {
    await sql`
      insert into ${sql.table(table.name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}
      on conflict (${sql.join(table.key.map((column) => sql.ref(column)))})
      do update set ${sql.join(changes)}`.execute(tx)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // With its cause: of two drivers at once the later is run again, and then sees that it came late.
    throw unusable(
      `The table ${table.name}`,
      'has a row that says what another row says, which is said once',
      error,
    )
  }
}

/** Nobody reads a restored topic before somebody says so; keys of outcomes were longer in older versions. */
const RESTORED: Readonly<Record<string, (row: RecoveryRow) => RecoveryRow>> = {
  topics: (row) => ({ ...row, visibility: 'invited' }),
  idempotency: (row) => ({ ...row, key_hash: shortKeyHash(String(row.key_hash)) }),
}

type Value = RawBuilder<unknown>

/** What stays of the target's row: a revocation, and what was used of a quota. */
const KEPT: Readonly<Record<string, Readonly<Record<string, (own: Value, restored: Value) => Value>>>> = {
  tokens: {
    revoked_at: (own, restored) => sql`coalesce(${restored}, ${own})`,
    revoke_reason: (own, restored) =>
      sql`case when ${sql.ref('excluded.revoked_at')} is null then ${own} else ${restored} end`,
  },
  allowance_days: { commands: larger, signals: larger, feedback: larger },
  registration_counts: { registrations: larger },
}

function larger(own: Value, restored: Value): Value {
  return sql`case when ${own} > ${restored} then ${own} else ${restored} end`
}

function mergedValue(table: string, column: string): Value {
  const restored = sql.ref(`excluded.${column}`)
  return KEPT[table]?.[column]?.(sql.ref(`${table}.${column}`), restored) ?? restored
}

/** A topic that becomes the restored one has the restored one's history; that of the target was of an empty topic. */
async function forgetOwnVisibility(tx: Tx, topics: readonly RecoveryRow[]): Promise<void> {
  const ids = topics.map((topic) => String(topic.id))
  await tx.deleteFrom('visibility_changes').where('topic_id', 'in', ids).execute()
}
