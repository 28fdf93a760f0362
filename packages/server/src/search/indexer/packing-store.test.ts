import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseDue } from './packing-store.ts'

const topics = (...changes: number[]) =>
  changes.map((count, place) => ({ topic: `t${place}`, changes: count }))

test('a topic with a thousand changes is packed, whatever the others have', () => {
  assert.deepEqual(chooseDue(topics(3, 1000, 999)), ['t1', 't2'])
  assert.deepEqual(chooseDue(topics(3, 1000, 400)), ['t1'])
})

test('small topics are packed once they have much together, and few changes are left over', () => {
  assert.deepEqual(chooseDue(topics(900, 900)), [])
  assert.deepEqual(chooseDue(topics(900, 300, 800)), ['t0', 't2'])
  const many = Array.from({ length: 30 }, () => 900)
  assert.equal(chooseDue(topics(...many)).length, 30)
  const tiny = Array.from({ length: 2000 }, () => 1)
  assert.equal(chooseDue(topics(...tiny)).length, 1500)
  assert.deepEqual(chooseDue(topics(...tiny.slice(1))), [])
})
