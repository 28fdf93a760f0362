import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDiff } from './diff-lines.ts'

const told = (unified: string) =>
  readDiff(unified).map(({ kind, before, changed, after }) =>
    changed === '' ? `${kind} ${before}` : `${kind} ${before}[${changed}]${after}`,
  )

test('a changed word is seen, and a changed line where little of it is left', () => {
  assert.deepEqual(
    told('--- a\n+++ b\n@@ -1 +1 @@\n one\n-take two away\n-x\n+take three away\n+quite another\n end'),
    [
      'gap …',
      'same one',
      'del take [two] away',
      'del x',
      'ins take [three] away',
      'ins quite another',
      'same end',
    ],
  )
})

test('what was only added, removed, or changed in number is shown line by line', () => {
  assert.deepEqual(told('+a\n b\n-c\n d\n-e\n+e f\n+g'), [
    'ins a',
    'same b',
    'del c',
    'same d',
    'del e',
    'ins e f',
    'ins g',
  ])
  assert.deepEqual(told('-a\n-a b c d\n+a\n+a b c d e'), ['del a', 'del a b c d', 'ins a', 'ins a b c [d e]'])
})
