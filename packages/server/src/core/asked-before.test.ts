import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAskedBefore } from './asked-before.ts'

test('a name is known the second time, and from then on', () => {
  const isAskedAgain = createAskedBefore(64)
  assert.deepEqual(
    ['a', 'b', 'a', '', '', 'b', 'a'].map((name) => isAskedAgain(name)),
    [false, false, true, false, true, true, true],
  )
})

test('names that differ in one character are told apart, and as many names are known as there are places', () => {
  const places = 4096
  const isAskedAgain = createAskedBefore(places)
  const names = Array.from({ length: places / 8 }, (_, place) => `/api/v1/entries/${place}?x=${place % 7}`)
  assert.equal(names.filter(isAskedAgain).length, 0)
  const known = names.filter(isAskedAgain).length
  // Some share a place, and take it from each other.
  assert.ok(known > names.length * 0.8, String(known))
})

test('a flood of other names makes it forget', () => {
  const isAskedAgain = createAskedBefore(16)
  isAskedAgain('a')
  for (let name = 0; name < 1000; name += 1) isAskedAgain(`other ${name}`)
  assert.equal(isAskedAgain('a'), false)
})
