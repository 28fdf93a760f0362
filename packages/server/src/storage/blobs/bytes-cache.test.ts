import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBytesCache } from './bytes-cache.ts'

/** What each takes beside its bytes is counted too. */
const LARGEST = 488
const CAPACITY = 8000
const bytes = (length: number) => new Uint8Array(length)

test('bytes and what was made of them are kept apart and forgotten together', () => {
  const cache = createBytesCache(CAPACITY)
  cache.set('a', bytes(1))
  cache.set('a', bytes(2), 'br')
  cache.set('a', bytes(3), 'gzip')
  cache.set('a', bytes(4), 'html')
  cache.set('b', bytes(5))
  const lengths = () => [undefined, 'br', 'gzip', 'html'].map((form) => cache.get('a', form as 'br')?.length)
  assert.deepEqual(lengths(), [1, 2, 3, 4])
  cache.delete('a')
  assert.deepEqual(lengths(), [undefined, undefined, undefined, undefined])
  assert.equal(cache.get('b')?.length, 5)
})

test('what is offered is kept the second time', () => {
  const cache = createBytesCache(CAPACITY)
  cache.offer('a', bytes(1))
  assert.equal(cache.get('a'), null)
  cache.offer('a', bytes(1))
  assert.equal(cache.get('a')?.length, 1)
})

test('what was not asked for the longest time is forgotten where there is no room', () => {
  const cache = createBytesCache(CAPACITY)
  for (let place = 0; place < 8; place += 1) cache.set(`n${place}`, bytes(LARGEST))
  cache.get('n0')
  cache.set('new', bytes(LARGEST))
  assert.equal(cache.get('n1'), null)
  assert.ok(cache.get('n0') && cache.get('n2') && cache.get('new'))
})

test('what is forgotten makes room, and one large object is not kept at all', () => {
  const cache = createBytesCache(CAPACITY)
  cache.set('large', bytes(LARGEST + 1))
  assert.equal(cache.get('large'), null)
  for (let place = 0; place < 8; place += 1) cache.set(`n${place}`, bytes(LARGEST))
  cache.delete('n7')
  cache.set('new', bytes(LARGEST))
  assert.ok(cache.get('n0'))
})

test('what is a piece of something larger counts as that, for it is kept with it', () => {
  const cache = createBytesCache(CAPACITY)
  cache.set('piece', new Uint8Array(LARGEST + 1).subarray(0, 10))
  assert.equal(cache.get('piece'), null)
})
