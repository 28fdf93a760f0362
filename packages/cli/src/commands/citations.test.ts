import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCitations } from './citations.ts'

const A = 'a'.repeat(64)
const B = 'b1'.repeat(32)

test('citations are found wherever they stand, with their lines', () => {
  const text = [
    `See [saws](/objects/${A}), <https://press.example/objects/${B}> and /objects/${A}#use.`,
    '',
    `[saw]: /objects/${B} "Saws"`,
  ]
  for (const end of ['\n', '\r\n', '\r'])
    assert.deepEqual(findCitations('notes.md', text.join(end)), [
      { file: 'notes.md', line: 1, sha256: A },
      { file: 'notes.md', line: 1, sha256: B },
      { file: 'notes.md', line: 1, sha256: A },
      { file: 'notes.md', line: 3, sha256: B },
    ])
})

test('what only looks like a citation is none', () => {
  const cases = [
    `/objects/${A}0`,
    `/objects/${A.slice(1)}`,
    `/objects/${A.toUpperCase()}`,
    `/object/${A}`,
    `/objects/${A}z`,
    A,
  ]
  for (const text of cases) assert.deepEqual(findCitations('notes.md', text), [], text)
})
