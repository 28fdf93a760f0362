import { sealCursor } from './cursor.ts'

/** A page of a list while it is made, and what its cursor is sealed with. */
export interface Opened {
  readonly key: Uint8Array
  readonly binding: string
  readonly limit: number
}

/** Ends a list of up to limit + 1 rows: the page and its cursor, null at the end. */
export function closePage<R>(
  { key, binding, limit }: Opened,
  rows: readonly R[],
  position: (last: R) => unknown,
): { items: R[]; next_cursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, next_cursor: more ? sealCursor(key, binding, position(last)) : null }
}
