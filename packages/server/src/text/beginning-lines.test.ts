import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningLines } from './beginning-lines.ts'

test('a long text is cut at a line, by its lines or its characters', () => {
  const text = 'aa\nbb\ncc'
  assert.deepEqual(beginningLines(text, { lines: 3, characters: 100 }), { text, more: 0 })
  assert.deepEqual(beginningLines(text, { lines: 2, characters: 100 }), { text: 'aa\nbb', more: 1 })
  assert.deepEqual(beginningLines(text, { lines: 9, characters: 5 }), { text: 'aa\nbb', more: 1 })
  assert.deepEqual(beginningLines(text, { lines: 9, characters: 1 }), { text: '', more: 3 })
})
