import { hash } from 'node:crypto'

/** Bytes of a SHA-256. */
export const HASH_BYTES = 32

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)]

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Uint8Array = sha256([])

/** The hash of a leaf, as RFC 6962 has it. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256([LEAF, entry])
}

/** The hash of a node above two others. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256([NODE, left, right])
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

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

function sha256(parts: readonly Uint8Array[]): Uint8Array {
  return hash('sha256', Buffer.concat(parts), 'buffer')
}
