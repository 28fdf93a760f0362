import { isSame } from './bytes.ts'
import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './merkle.ts'

/** A tree as somebody tells of it. */
export interface TreeHead {
  readonly size: number
  readonly root: Uint8Array
}

/** That a leaf is at a place of a tree. */
interface InclusionClaim {
  readonly leaf: Uint8Array
  readonly index: number
  readonly tree: TreeHead
}

type Proof = readonly Uint8Array[]

/** Whether the hashes prove that the leaf is at its index in the tree: RFC 9162, 2.1.3.2. */
export function provesInclusion(proof: Proof, { leaf, index, tree }: InclusionClaim): boolean {
  if (!isCount(index) || !isCount(tree.size) || index >= tree.size || !areHashes([leaf, ...proof]))
    return false
  let [place, last, root] = [index, tree.size - 1, leaf]
  for (const beside of proof) {
    if (last === 0) return false
    const isRight = isOdd(place) || place === last
    root = isRight ? nodeHash(beside, root) : nodeHash(root, beside)
    if (isRight && !isOdd(place)) [place, last] = toLeftmost(place, last)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && isSame(root, tree.root)
}

/** Whether the hashes prove that the newer tree begins with all of the older one: RFC 9162, 2.1.4.2. */
export function provesConsistency(proof: Proof, older: TreeHead, newer: TreeHead): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size || !areHashes(proof))
    return false
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && isSame(older.root, EMPTY_ROOT)
  let [place, last] = toRightChild(older.size - 1, newer.size - 1)
  const [first, ...rest] = place === 0 ? [older.root, ...proof] : proof
  if (first === undefined) return false
  let [ofOlder, ofNewer] = [first, first]
  for (const beside of rest) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      ofOlder = nodeHash(beside, ofOlder)
      ofNewer = nodeHash(beside, ofNewer)
      if (!isOdd(place)) [place, last] = toLeftmost(place, last)
    } else ofNewer = nodeHash(ofNewer, beside)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && isSame(ofOlder, older.root) && isSame(ofNewer, newer.root)
}

/** Up to where the node has a neighbour to its left, or nothing beside it. */
function toLeftmost(place: number, last: number): [place: number, last: number] {
  while (place !== 0 && !isOdd(place)) [place, last] = [half(place), half(last)]
  return [place, last]
}

/** Up to the largest tree that ends where the older one does. */
function toRightChild(place: number, last: number): [place: number, last: number] {
  while (isOdd(place)) [place, last] = [half(place), half(last)]
  return [place, last]
}

function isOdd(number: number): boolean {
  return number % 2 === 1
}

/** Bits cannot be shifted beyond 32 of them. */
function half(number: number): number {
  return Math.floor(number / 2)
}

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0
}

function areHashes(hashes: Proof): boolean {
  return hashes.every(({ length }) => length === HASH_BYTES)
}

/** What a log tells that cannot be proven, or is no log. */
export class LogRefused extends Error {
  override readonly name: string = 'LogRefused'
}

/** Two signed checkpoints that cannot be of one log: whoever signed both has told two histories. */
export class LogInconsistent extends LogRefused {
  override readonly name = 'LogInconsistent'
  /** As they were signed, the one that was seen first before the other. */
  readonly checkpoints: readonly [seen: string, found: string]

  constructor(message: string, checkpoints: readonly [seen: string, found: string]) {
    super(message)
    this.checkpoints = checkpoints
  }
}
