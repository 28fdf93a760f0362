import { hash } from 'node:crypto'

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/** RFC 6962, section 2.1: the hash of a leaf, 32 bytes. */
export function leafHash(entry: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([LEAF, entry]), 'buffer')
}

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([NODE, left, right]), 'buffer')
}

/** A part of a tree that is full: `leaves` is a power of two. */
export interface Subtree {
  readonly leaves: number
  readonly hash: Uint8Array
}

/** The root of a tree, given as full subtrees from left to right, none smaller than the next. */
export function rootOf(subtrees: readonly Subtree[]): Uint8Array {
  const standing: Subtree[] = []
  for (const subtree of subtrees) {
    let whole = subtree
    for (let left = standing.at(-1); left?.leaves === whole.leaves; left = standing.at(-1)) {
      standing.pop()
      whole = { leaves: 2 * whole.leaves, hash: nodeHash(left.hash, whole.hash) }
    }
    standing.push(whole)
  }
  const last = standing.pop()
  if (last === undefined) return hash('sha256', '', 'buffer')
  return standing.reduceRight<Uint8Array>((right, left) => nodeHash(left.hash, right), last.hash)
}
