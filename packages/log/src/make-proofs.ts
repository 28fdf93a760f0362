import { EMPTY_ROOT, nodeHash, rootOf } from './merkle.ts'
import type { TreeHead } from './proofs.ts'
import { TILE_WIDTH } from './tiles.ts'

/** The hashes of a tile as a tree has it, by its level and index. */
type ReadHashes = (level: number, index: number) => Promise<readonly Uint8Array[]>

/** Hashes of a tree of one size, computed from its tiles. What they are worth, a proof shows. */
export interface TileTree {
  readonly size: number
  readonly read: ReadHashes
}

const TILE_HEIGHT = Math.log2(TILE_WIDTH)

/** The hashes that prove where a leaf is: RFC 6962, 2.1.1. */
export async function inclusionProof(tree: TileTree, index: number): Promise<Uint8Array[]> {
  const proof: Uint8Array[] = []
  let [start, end] = [0, tree.size]
  while (end - start > 1) {
    const middle = start + leftOf(end - start)
    const isLeft = index < middle
    proof.unshift(await (isLeft ? hashOf(tree, middle, end) : hashOf(tree, start, middle)))
    if (isLeft) end = middle
    else start = middle
  }
  return proof
}

/** The hashes that prove that a tree begins with its first leaves as they were: RFC 6962, 2.1.2. */
export async function consistencyProof(tree: TileTree, olderSize: number): Promise<Uint8Array[]> {
  if (olderSize === 0 || olderSize === tree.size) return []
  const proof: Uint8Array[] = []
  let [start, end] = [0, tree.size]
  while (end !== olderSize) {
    const middle = start + leftOf(end - start)
    const isLeft = olderSize <= middle
    proof.unshift(await (isLeft ? hashOf(tree, middle, end) : hashOf(tree, start, middle)))
    if (isLeft) end = middle
    else start = middle
  }
  // The older tree's own root is known to whoever checks.
  return start === 0 ? proof : [await hashOf(tree, start, end), ...proof]
}

/** The head of the tree as its tiles make it, or as it was when it had fewer leaves. */
export async function headOf(tree: TileTree, size = tree.size): Promise<TreeHead> {
  return { size, root: size === 0 ? EMPTY_ROOT : await hashOf(tree, 0, size) }
}

/** The hash above the leaves of a range that begins where a tree of its size may. */
async function hashOf(tree: TileTree, start: number, end: number): Promise<Uint8Array> {
  const left = leftOf(end - start)
  // A power of two.
  if (left * 2 === end - start || end - start === 1) return await wholeHash(tree, start, end - start)
  return nodeHash(await wholeHash(tree, start, left), await hashOf(tree, start + left, end))
}

/** Of a whole tree of a size that is a power of two: from the one tile that has its hash, or those right below it. */
async function wholeHash({ read }: TileTree, start: number, size: number): Promise<Uint8Array> {
  const level = Math.floor(Math.log2(size) / TILE_HEIGHT)
  const [first, count] = [start / TILE_WIDTH ** level, size / TILE_WIDTH ** level]
  const hashes = await read(level, Math.floor(first / TILE_WIDTH))
  const place = first % TILE_WIDTH
  return rootOf(hashes.slice(place, place + count))
}

/** The largest power of two below a size; 1 for sizes up to 2. */
function leftOf(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}
