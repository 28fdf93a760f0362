import { RECOVERY_LIMITS, type RecoveryRow } from '@colophon/contract'

/**
 * As many of the rows as a page holds, at least one: the recovery page that is made of them has to fit, so
 * its envelope and commas count.
 */
export function clipPage(table: string, rows: readonly RecoveryRow[]): RecoveryRow[] {
  const clipped: RecoveryRow[] = []
  let bytes = JSON.stringify({ kind: 'rows', rows: [], table }).length
  for (const row of rows) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + (clipped.length === 0 ? 0 : 1)
    if (bytes > (clipped.length === 0 ? RECOVERY_LIMITS.largestPageBytes : RECOVERY_LIMITS.pageBytes)) break
    clipped.push(row)
  }
  if (clipped.length === 0 && rows.length > 0)
    throw new Error(`a row of ${table} is larger than any recovery page`)
  return clipped
}
