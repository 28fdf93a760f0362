import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { leafHash, rootOf, rootOfEdge } from './merkle.ts'
import { edgeTile, TILE_WIDTH, wholeTiles } from './tiles.ts'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962, section 2.1, word for word. */
function treeHash(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves
  if (first === undefined) return sha256()
  if (leaves.length === 1) return sha256(Buffer.of(0), first)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half)))
}

/** As the log keeps it: whole tiles by their hashes, and what no whole tile holds. */
function tiledRoot(leaves: readonly Uint8Array[]): Buffer {
  const rows: Uint8Array[][] = []
  let hashes = leaves.map(leafHash)
  for (let level = 0; hashes.length > 0; level += 1) {
    const { index = 0, width = 0 } = edgeTile(level, leaves.length) ?? {}
    const start = index * TILE_WIDTH
    rows.push(hashes.slice(start, start + width))
    const row = hashes
    hashes = [...wholeTiles(level, { before: 0, after: leaves.length })].map((tile) =>
      rootOf(row.slice(tile.index * TILE_WIDTH, (tile.index + 1) * TILE_WIDTH)),
    )
  }
  return Buffer.from(rootOfEdge(rows))
}

/** The leaves that tests of RFC 6962 use everywhere. */
const KNOWN = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('roots of up to eight leaves are those that everybody has', () => {
  for (const [size, root] of ROOTS.entries()) {
    const leaves = KNOWN.slice(0, size).map((leaf) => Buffer.from(leaf, 'hex'))
    assert.equal(tiledRoot(leaves).toString('hex'), root, `${size} leaves`)
    assert.equal(treeHash(leaves).toString('hex'), root, `${size} leaves`)
  }
})

test('a root from tiles is the root of the whole tree, at every size', () => {
  const leaves = Array.from({ length: 1600 }, (_leaf, place) => Buffer.from(`leaf ${place}`))
  fc.assert(
    fc.property(fc.nat(leaves.length), (size) => {
      assert.deepEqual(tiledRoot(leaves.slice(0, size)), treeHash(leaves.slice(0, size)))
    }),
    { examples: [[255], [256], [257], [511], [512], [1024], [1025]] },
  )
})
