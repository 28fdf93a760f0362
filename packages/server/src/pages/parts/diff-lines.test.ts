import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DiffLine, readDiff } from './diff-lines.ts'

const marked = ({ kind, parts }: DiffLine) =>
  `${kind} ${parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`
const shown = (unified: string) => readDiff(unified).map(marked)

test('a changed word is seen, and a changed line where little of it is left', () => {
  assert.deepEqual(
    shown('--- a\n+++ b\n@@ -1 +1 @@\n one\n-take two away\n-x\n+take three away\n+quite another\n end'),
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

test('what was only added or removed is shown line by line', () => {
  assert.deepEqual(shown('+a\n b\n-c\n d'), ['ins a', 'same b', 'del c', 'same d'])
  assert.deepEqual(shown('-a\n-a b c d\n+a\n+a b c d e'), [
    'del a',
    'del a b c d',
    'ins a',
    'ins a b c d[ e]',
  ])
})

test('a paragraph that was wrapped anew has the marks of its words alone', () => {
  assert.deepEqual(
    shown(
      '-Cut the board along\n-the grain, and never\n-across.\n+Cut the plank along the grain,\n+and never across.',
    ),
    [
      'del Cut the [board] along',
      'del the grain, and never',
      'del across.',
      'ins Cut the [plank] along the grain,',
      'ins and never across.',
    ],
  )
  assert.deepEqual(shown('-Größe und Maß\n+Größe und Gewicht'), [
    'del Größe und [Maß]',
    'ins Größe und [Gewicht]',
  ])
})

test('no character is lost or moved, whatever changed', () => {
  const words = fc.constantFrom('', ' ', 'a', 'b', 'saw', '  ', 'é', '漢', '-', '+', '\t', '@@')
  const line = fc.array(words, { maxLength: 6 }).map((parts) => parts.join(''))
  const block = fc.record({ kind: fc.constantFrom('+', '-', ' '), line })
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 20 }), (lines) => {
      const unified = lines.map(({ kind, line }) => `${kind}${line}`)
      const usable = unified.filter((text) => !/^(?:---|\+\+\+)/.test(text))
      fc.pre(usable.length > 0)
      const read = readDiff(usable.join('\n'))
      for (const [kind, sign] of [
        ['ins', '+'],
        ['del', '-'],
        ['same', ' '],
      ] as const)
        assert.deepEqual(
          read
            .filter((found) => found.kind === kind)
            .map(({ parts }) => parts.map(({ text }) => text).join('')),
          usable.filter((text) => text.startsWith(sign)).map((text) => text.slice(1)),
        )
    }),
  )
})

test('blocks that differ in too much are shown as they are', () => {
  const many = (word: string) => Array.from({ length: 300 }, (_, place) => `${word}${place}`).join(' ')
  assert.deepEqual(shown(`-${many('a')}\n+${many('b')}`), [`del ${many('a')}`, `ins ${many('b')}`])
})
