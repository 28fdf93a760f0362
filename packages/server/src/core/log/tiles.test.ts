import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundleOf, edgesOf, placeOf, tilesFilled } from './tiles.ts'

const PLACES = [
  ['0', '000', { level: 0, isEntries: false, from: 0, to: 256 }],
  ['0', '000.p/1', { level: 0, isEntries: false, from: 0, to: 1 }],
  ['entries', '003.p/255', { level: 0, isEntries: true, from: 768, to: 1023 }],
  ['1', 'x001/234', { level: 1, isEntries: false, from: 1234 * 256, to: 1235 * 256 }],
  ['2', 'x001/x234/067.p/8', { level: 2, isEntries: false, from: 1234067 * 256, to: 1234067 * 256 + 8 }],
] as const

for (const [level, tile, place] of PLACES)
  test(`tile/${level}/${tile} is ${place.from} to ${place.to}`, () => {
    assert.deepEqual(placeOf(level, tile), place)
  })

test('the edges of the tree that tlog-tiles takes as its example', () => {
  assert.deepEqual(edgesOf(70_000), [
    { level: 2, from: 0, to: 1 },
    { level: 1, from: 256, to: 273 },
    { level: 0, from: 69_888, to: 70_000 },
  ])
  assert.deepEqual(edgesOf(256), [{ level: 1, from: 0, to: 1 }])
  assert.deepEqual(edgesOf(0), [])
})

test('a tile is filled once, by the hash that completes it', () => {
  assert.deepEqual(tilesFilled(0, 255), [])
  assert.deepEqual(tilesFilled(255, 256), [0])
  assert.deepEqual(tilesFilled(256, 1030), [1, 2, 3])
  assert.deepEqual(tilesFilled(1030, 1030), [])
})

test('each entry of a bundle comes behind its length', () => {
  const bundle = bundleOf([Buffer.from('abc'), Buffer.alloc(0), Buffer.alloc(300, 1)])
  assert.equal(bundle.subarray(0, 7).toString('hex'), '00036162630000')
  assert.equal(bundle.readUInt16BE(7), 300)
  assert.equal(bundle.length, 3 * 2 + 3 + 300)
})
