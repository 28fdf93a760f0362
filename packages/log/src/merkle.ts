import { sha256 } from './sha256.ts'

/** Bytes of a SHA-256. */
export const HASH_BYTES = 32

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)]

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array())

/** RFC 6962, section 2.1: the hash of a leaf. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(LEAF, entry)
}

/** The hash of a node above two others. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(NODE, left, right)
}

/** The root above a list of hashes of which every one but the last stands for a whole tree of one size. */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1) row = rowAbove(row)
  return row[0] ?? EMPTY_ROOT
}

/** A last one without a neighbour goes up as it is. */
function rowAbove(row: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = []
  for (let place = 0; place < row.length; place += 2) {
    const [left, right] = row.slice(place, place + 2)
    if (left !== undefined) above.push(right === undefined ? left : nodeHash(left, right))
  }
  return above
}

/**
 * The root above what no whole tile holds, which is a row of hashes for each level of tiles, the leaves' first: a row
 * stands beside what all lower ones make together.
 */
export function rootOfEdge(rows: readonly (readonly Uint8Array[])[]): Uint8Array {
  let below: readonly Uint8Array[] = []
  for (const row of rows) {
    const together = [...row, ...below]
    below = together.length === 0 ? [] : [rootOf(together)]
  }
  return rootOf(below)
}
