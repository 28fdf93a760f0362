import { RECOVERY_LIMITS, type RecoveryRow } from '@colophon/contract'
import { sealCursor } from './cursor.ts'

/** A page of a list while it is made, and what its cursor is sealed with. */
interface PageRequest {
  readonly key: Uint8Array
  readonly binding: string
  readonly limit: number
}

/** Ends a list of up to limit + 1 rows: the page and its cursor, null at the end. */
export function closePage<R>(
  { key, binding, limit }: PageRequest,
  rows: readonly R[],
  position: (last: R) => unknown,
): { items: R[]; next_cursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, next_cursor: more ? sealCursor(key, binding, position(last)) : null }
}

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
