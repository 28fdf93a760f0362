import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBundle, parseTile, tileBytes } from './entries.ts'
import { LogRefused } from './refused.ts'
import { tileAt, tilePlace, tilesOf } from './tiles.ts'

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
