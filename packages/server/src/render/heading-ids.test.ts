import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../test/support/growth.ts'
import { createHeadingIds } from './heading-ids.ts'

test('headings have the ids of GitHub, and those of earlier pages as aliases', () => {
  const idOf = createHeadingIds()
  assert.deepEqual(
    ['`fs.open(path[, flags])`', 'A b!', 'a B', 'a b 1', 'snake_case', 'Überblick & C++', '', '§', 'a-b'].map(
      (text) => {
        const { id, alias } = idOf(text)
        return [id, alias]
      },
    ),
    [
      ['at-fsopenpath-flags', 'at-fs-open-path-flags'],
      ['at-a-b', null],
      ['at-a-b-1', 'at-a-b-2'],
      ['at-a-b-1-1', 'at-a-b-1'],
      ['at-snake_case', 'at-snake-case'],
      ['at-überblick--c', 'at-überblick-c'],
      ['at-section', null],
      ['at--1', 'at-section-2'],
      ['at-a-b-2', 'at-a-b-3'],
    ],
  )
})

test('many headings that read the same get their ids in linear time', () => {
  assertLinear((size) => {
    const idOf = createHeadingIds()
    for (let turn = 0; turn < size; turn += 1) idOf('again')
  }, 2000)
})
