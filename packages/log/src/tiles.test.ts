import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LogRefused } from './proofs.ts'
import { parseBundle, parseTile, tileBytes } from './tile-bytes.ts'
import { edgeTile, tileAt, tileName, tileOf, tilePlace, tilesOf, wholeTiles } from './tiles.ts'

for (const [tile, place] of [
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 0, index: 67, width: 8 }, 'tile/0/067.p/8'],
  [{ level: 1, index: 1000, width: 256 }, 'tile/1/x001/000'],
  [{ level: 2, index: 1_234_067, width: 1 }, 'tile/2/x001/x234/067.p/1'],
  [{ level: 'entries', index: 999, width: 255 }, 'tile/entries/999.p/255'],
  [{ level: 0, index: 35_184_372_088_831, width: 256 }, 'tile/0/x035/x184/x372/x088/831'],
] as const)
  test(`the place of a tile is ${place}`, () => {
    assert.equal(tilePlace(tile), place)
    assert.deepEqual(tileOf(String(tile.level), tileName(tile)), tile)
  })

/** The example of the specification. */
test('a tree of 70,000 leaves has the tiles that it should', () => {
  const levels = [0, 1, 2, 3].map((level) => [...tilesOf(level, 70_000)])
  assert.deepEqual(
    levels.map((tiles) => tiles.length),
    [274, 2, 1, 0],
  )
  assert.deepEqual(
    levels.map((tiles) => tiles.at(-1)?.width),
    [112, 17, 1, undefined],
  )
  assert.ok(levels[0]?.slice(0, -1).every(({ width }) => width === 256))
  assert.deepEqual([...tilesOf(0, 70_000, 273)], [{ level: 0, index: 273, width: 112 }])
})

test('a tree of 256 leaves has a whole tile of them, and one hash above', () => {
  assert.deepEqual([...tilesOf('entries', 256)], [{ level: 'entries', index: 0, width: 256 }])
  assert.deepEqual([...tilesOf(1, 256)], [{ level: 1, index: 0, width: 1 }])
  assert.equal(tileAt(0, 1, 256), null)
  assert.deepEqual([...tilesOf(0, 0)], [])
})

test('the edge of a tree has the tiles that are not whole', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((level) => edgeTile(level, 70_000)),
    [
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
      null,
    ],
  )
  assert.equal(edgeTile(0, 256), null)
  assert.equal(edgeTile(0, 0), null)
})

test('a tile becomes whole once, by the hash that completes it', () => {
  const indices = (before: number, after: number, level = 0) =>
    [...wholeTiles(level, { before, after })].map(({ index }) => index)
  assert.deepEqual(indices(0, 255), [])
  assert.deepEqual(indices(255, 256), [0])
  assert.deepEqual(indices(256, 1030), [1, 2, 3])
  assert.deepEqual(indices(1030, 1030), [])
  assert.deepEqual(indices(65_535, 65_536, 1), [0])
  assert.deepEqual(indices(0, 65_535, 1), [])
})

test('each entry of a bundle comes behind its length', () => {
  const bundle = tileBytes({ level: 'entries', index: 0, width: 3 }, [
    Buffer.from('abc'),
    Buffer.alloc(0),
    Buffer.alloc(300, 1),
  ])
  assert.equal(Buffer.from(bundle.subarray(0, 9)).toString('hex'), '00036162630000012c')
  assert.equal(bundle.length, 3 * 2 + 3 + 300)
})

const parts = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const BUNDLE = { level: 'entries', index: 0, width: 2 } as const
const HASHES = { level: 0, index: 0, width: 2 } as const

test('tiles and bundles are read as they are written', () => {
  assert.deepEqual(parseBundle(tileBytes(BUNDLE, parts), BUNDLE).map(Buffer.from), parts)
  assert.deepEqual(parseTile(tileBytes(HASHES, parts), HASHES).map(Buffer.from), parts)
})

const bundle = tileBytes(BUNDLE, parts)
for (const [name, bytes] of [
  ['a byte less', bundle.subarray(1)],
  ['a byte more', Buffer.concat([bundle, Buffer.alloc(1)])],
  ['another length of an entry', Buffer.from(bundle).fill(31, 1, 2)],
  ['a length of two bytes', Buffer.from(bundle).fill(1, 34, 35)],
  ['nothing', Buffer.alloc(0)],
  ['an entry less', bundle.subarray(34)],
] as const)
  test(`a bundle with ${name} is refused`, () => {
    assert.throws(() => parseBundle(bytes, BUNDLE), LogRefused)
    assert.throws(() => parseTile(bytes, HASHES), LogRefused)
  })
