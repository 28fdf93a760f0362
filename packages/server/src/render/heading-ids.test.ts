import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../test/support/growth.ts'
import { createHeadingIds } from './heading-ids.ts'

test('headings of the same words have ids of their own, however many there are', () => {
  const idOf = createHeadingIds()
  assert.deepEqual(['A b!', 'a B', 'a b 2', 'a b', '', '§'].map(idOf), [
    'at-a-b',
    'at-a-b-2',
    'at-a-b-2-2',
    'at-a-b-3',
    'at-section',
    'at-section-2',
  ])
})

test('many headings that read the same get their ids in linear time', () => {
  assertLinear((size) => {
    const idOf = createHeadingIds()
    for (let turn = 0; turn < size; turn += 1) idOf('again')
  }, 2000)
})
