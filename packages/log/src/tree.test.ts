import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { consistencyProof, headOf, inclusionProof, type TileTree } from './make-proofs.ts'
import { EMPTY_ROOT, leafHash, nodeHash } from './merkle.ts'
import { provesConsistency, provesInclusion, type TreeHead } from './proofs.ts'
import { TILE_WIDTH, tileAt } from './tiles.ts'
import { growTree } from './tree-builder.ts'

const entryOf = (index: number) => Buffer.alloc(32, `entry ${index}`)

/** The definition of RFC 6962, word by word. */
function naiveRoot(entries: readonly Uint8Array[]): Uint8Array {
  const [first] = entries
  if (first === undefined) return EMPTY_ROOT
  if (entries.length === 1) return leafHash(first)
  let middle = 1
  while (middle * 2 < entries.length) middle *= 2
  return nodeHash(naiveRoot(entries.slice(0, middle)), naiveRoot(entries.slice(middle)))
}

const naiveHead = (size: number): TreeHead => ({
  size,
  root: naiveRoot(Array.from({ length: size }, (_, index) => entryOf(index))),
})

/** A tree of a size that was built, with the reader of its tiles. */
function built(size: number): TileTree & { head: TreeHead } {
  const tiles = new Map<string, readonly Uint8Array[]>()
  const keep = ({ level, index, parts }: { level: unknown; index: number; parts: readonly Uint8Array[] }) =>
    void tiles.set(`${level}/${index}`, [...parts])
  const tree = growTree({ onWhole: keep })
  for (let index = 0; index < size; index += 1) tree.append(entryOf(index))
  for (const tile of tree.edge()) keep(tile)
  const read: TileTree['read'] = async (level, index) => {
    const hashes = tiles.get(`${level}/${index}`) ?? []
    assert.equal(hashes.length, tileAt(level, index, size)?.width)
    return hashes
  }
  return { size, read, head: tree.head() }
}

/** All leaves are the same, so that trees of any size can be looked at. */
function uniform(size: number): TileTree {
  const whole: Uint8Array[] = [leafHash(entryOf(0))]
  const ofPower = (power: number): Uint8Array => {
    whole[power] ??= nodeHash(ofPower(power - 1), ofPower(power - 1))
    return whole[power]
  }
  const read: TileTree['read'] = async (level, index) => {
    const width = tileAt(level, index, size)?.width ?? assert.fail(`no tile ${level}/${index}`)
    return Array.from({ length: width }, () => ofPower(level * 8))
  }
  return { size, read }
}

for (const size of [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 700])
  test(`a tree of ${size} leaves has the root of the definition, built and read from tiles`, async () => {
    const tree = built(size)
    assert.deepEqual(tree.head, naiveHead(size))
    assert.deepEqual(await headOf(tree), naiveHead(size))
  })

test('every leaf of every small tree is proven, and every older tree is a part of every newer one', async () => {
  for (let size = 0; size <= 20; size += 1) {
    const tree = built(size)
    for (let index = 0; index < size; index += 1) {
      const proof = await inclusionProof(tree, index)
      assert.ok(provesInclusion(proof, { leaf: leafHash(entryOf(index)), index, tree: tree.head }))
    }
    for (let older = 0; older <= size; older += 1) {
      assert.deepEqual(await headOf(tree, older), naiveHead(older))
      assert.ok(provesConsistency(await consistencyProof(tree, older), naiveHead(older), tree.head))
    }
  }
})

test('so it is in trees of several levels of tiles', async () => {
  const tree = built(70_000)
  const heads = new Map(
    [1, 255, 256, 257, 65_535, 65_536, 65_537, 69_888].map((size) => [size, built(size).head]),
  )
  for (const [older, head] of heads) {
    assert.ok(provesConsistency(await consistencyProof(tree, older), head, tree.head), `${older}`)
    const proof = await inclusionProof(tree, older)
    assert.ok(provesInclusion(proof, { leaf: leafHash(entryOf(older)), index: older, tree: tree.head }))
  }
})

const sizes = fc.oneof(
  fc.integer({ min: 1, max: 600 }),
  fc.integer({ min: 1, max: 2 ** 34 }),
  fc.maxSafeInteger().filter((size) => size > 0),
  fc.integer({ min: 0, max: 52 }).map((power) => 2 ** power),
)

const pairs = fc
  .tuple(sizes, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([size, part]) => ({ size, place: Math.min(size - 1, Math.floor(size * part)) }))

test('in a tree of any size a proof holds, and another index, size, root, leaf or hash never does', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, fc.nat(), async ({ size, place }, spoiled) => {
      const tree = uniform(size)
      const claim = { leaf: leafHash(entryOf(0)), index: place, tree: await headOf(tree) }
      const proof = await inclusionProof(tree, place)
      assert.ok(provesInclusion(proof, claim))
      const altered = leafHash(Buffer.from('other'))
      for (const other of [
        { ...claim, leaf: altered },
        { ...claim, index: size },
        { ...claim, index: -1 },
        { ...claim, index: 0.5 },
        { ...claim, tree: { size, root: altered } },
        { ...claim, tree: { ...claim.tree, size: size * 2 } },
      ])
        assert.ok(!provesInclusion(proof, other))
      for (const wrong of spoiledProofs(proof, spoiled)) assert.ok(!provesInclusion(wrong, claim))
    }),
  )
})

test('an older tree is proven to be a part of a newer one, and no other tree is', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, fc.nat(), async ({ size, place }, spoiled) => {
      const [newer, older] = [uniform(size), uniform(place)]
      const [newHead, oldHead] = [await headOf(newer), await headOf(older)]
      const proof = await consistencyProof(newer, place)
      assert.ok(provesConsistency(proof, oldHead, newHead))
      assert.ok(!provesConsistency(proof, newHead, oldHead), 'old > new')
      const root = leafHash(Buffer.from('other'))
      assert.ok(!provesConsistency(proof, { ...oldHead, root }, newHead))
      if (place > 0) {
        assert.ok(!provesConsistency(proof, oldHead, { ...newHead, root }))
        assert.ok(!provesConsistency(proof, { ...oldHead, size: 0 }, newHead))
        for (const wrong of spoiledProofs(proof, spoiled))
          assert.ok(!provesConsistency(wrong, oldHead, newHead))
      }
    }),
  )
})

/** Hashes are altered, cut, left out, or more of them than there are. */
function spoiledProofs(proof: readonly Uint8Array[], at: number): Uint8Array[][] {
  const altered = leafHash(Buffer.from('other'))
  const more = [...proof, altered]
  if (proof.length === 0) return [more]
  const place = at % proof.length
  const hash = proof[place] ?? altered
  return [
    more,
    proof.with(place, altered),
    proof.with(place, hash.subarray(1)),
    proof.toSpliced(place, 1),
    [altered, ...proof],
  ]
}

for (const [name, older, newer, isProven] of [
  ['equal trees', naiveHead(5), naiveHead(5), true],
  ['equal sizes with other roots', { size: 5, root: naiveHead(4).root }, naiveHead(5), false],
  ['nothing, and a tree', naiveHead(0), naiveHead(5), true],
  ['nothing that has a root, and a tree', { size: 0, root: naiveHead(1).root }, naiveHead(5), false],
  ['a tree, and nothing', naiveHead(5), naiveHead(0), false],
  ['no number', { size: Number.NaN, root: EMPTY_ROOT }, naiveHead(5), false],
] as const)
  test(`without a hash are ${isProven ? '' : 'not '}proven: ${name}`, () => {
    assert.equal(provesConsistency([], older, newer), isProven)
  })

test('a tree that goes on at a whole tile is the same tree', () => {
  for (const size of [0, 1, 256, 300, 65_536 + 256 + 5]) {
    const all = growTree({ onWhole() {} })
    const start = Math.floor(size / TILE_WIDTH) * TILE_WIDTH
    for (let index = 0; index < start; index += 1) all.append(entryOf(index))
    const above = [1, 2].map((level) => all.edge().find((tile) => tile.level === level)?.parts ?? [])
    const rest = growTree({ onWhole() {}, from: { size: start, above } })
    for (let index = start; index < size; index += 1) {
      all.append(entryOf(index))
      rest.append(entryOf(index))
    }
    assert.deepEqual(rest.head(), all.head())
    assert.deepEqual(rest.edge(), all.edge())
  }
})
