import { comesAfter, faultOfRow, type RecoveryRow } from '@colophon/contract'
import { RECOVERED_TABLES, type RecoveredTable } from '../../storage/recovery/recovery-tables.ts'

export function tableOf(name: string): RecoveredTable {
  const found = RECOVERED_TABLES.find((table) => table.name === name)
  if (found === undefined) throw new Error(`${name} is not recovered`)
  return found
}

/** The columns of a row's key. */
export function keyOf(table: RecoveredTable, row: RecoveryRow): RecoveryRow {
  return Object.fromEntries(table.key.map((column) => [column, row[column] ?? null]))
}

/** What is wrong with rows of a table; null where nothing is. `last` is the key before them. */
export function faultOf(
  rows: readonly RecoveryRow[],
  { table, last }: { table: RecoveredTable; last: RecoveryRow | null },
): string | null {
  let before = last
  for (const row of rows) {
    const fault = faultOfRow(table.name, row)
    if (fault !== null) return `has a row that ${fault}`
    if (before !== null && !comesAfter(table.name, row, before))
      return 'has a row that does not come after the one before it'
    before = row
  }
  return null
}
