import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIFF_LIMITS } from '@colophon/contract'
import { applyPatch, parsePatch, reversePatch } from 'diff'
import fc from 'fast-check'
import { assertLinear } from '../../test/support/growth.ts'
import { unifiedDiff } from './unified.ts'

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)]

function diff(from: string, to: string) {
  return unifiedDiff({ sha256: A, body: from }, { sha256: B, body: to })
}

/** Lines from to as `a1`, `a2` ... */
function numbered(mark: string, count: number): string[] {
  return Array.from({ length: count }, (_, place) => `${mark}${place + 1}`)
}

function body(lines: string[]): string {
  return `${lines.join('\n')}\n`
}

test('bodies that are the same have no difference', () => {
  assert.deepEqual(diff('One.\n', 'One.\n'), { unified: '', coarse: false })
})

test('a change names both objects and shows three lines around it', () => {
  const from = numbered('line ', 20)
  const to = from.with(9, 'line X')
  assert.equal(
    diff(body(from), body(to)).unified,
    body([
      `--- /objects/${A}`,
      `+++ /objects/${B}`,
      '@@ -7,7 +7,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+line X',
      ' line 11',
      ' line 12',
      ' line 13',
    ]),
  )
})

test('changes that are far from each other are hunks of their own', () => {
  const from = numbered('line ', 40)
  const { unified } = diff(body(from), body(from.with(9, 'X').toSpliced(29, 1)))
  assert.deepEqual(unified.match(/^@@ .*$/gm), ['@@ -7,7 +7,7 @@', '@@ -27,7 +27,6 @@'])
})

test('every difference makes the later body of the earlier, and the other way round', () => {
  const line = fc.constantFrom('', 'a', 'b', '--- a', '+++ b', '@@ -1 +1 @@', '\\ No newline', 'long line')
  const lines = fc.array(line, { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(lines, lines, (from, to) => {
      const { unified, coarse } = diff(body(from), body(to))
      assert.equal(coarse, false)
      if (body(from) === body(to)) assert.equal(unified, '')
      else assertLeads(unified, body(from), body(to))
    }),
  )
})

function assertLeads(unified: string, from: string, to: string): void {
  const [patch] = parsePatch(unified)
  assert.ok(patch)
  assert.equal(applyPatch(from, patch, { fuzzFactor: 0 }), to)
  assert.equal(applyPatch(to, reversePatch(patch), { fuzzFactor: 0 }), from)
}

test('too many edits are one block, which is as right', () => {
  const count = DIFF_LIMITS.edits
  const [head, tail] = [numbered('head ', 5), numbered('tail ', 5)]
  const from = [...head, ...numbered('old ', count), ...tail]
  const to = [...head, ...numbered('new ', count), ...tail]
  const { unified, coarse } = diff(body(from), body(to))
  assert.equal(coarse, true)
  assert.deepEqual(unified.match(/^@@ .*$/gm), [`@@ -3,${count + 6} +3,${count + 6} @@`])
  assert.match(unified, /\n head 3\n head 4\n head 5\n-old 1\n/)
  assertLeads(unified, body(from), body(to))
})

const LARGEST = 1024 * 1024

/** Pairs of bodies of about so many bytes whose shortest difference would take long to find. */
const LONG_SEARCHES: readonly ((size: number) => [string, string])[] = [
  (size) => ['a\n'.repeat(size / 2), `b\n${'a\n'.repeat(size / 2 - 1)}`],
  (size) => ['a\n'.repeat(size / 2), 'b\n'.repeat(size / 2)],
  (size) => [`x\n${'a\nb\n'.repeat(size / 8)}`, `${'a\nb\n'.repeat(size / 8)}y\n`],
  (size) => [body(numbered('old', size / 16)), body(numbered('new', size / 16))],
  (size) => [
    body(numbered('line ', size / 16)),
    body(numbered('line ', size / 16).map((line, i) => (i % 200 ? line : 'X'))),
  ],
  (size) => [`${'x'.repeat(size - 1)}\n`, `${'y'.repeat(size - 1)}\n`],
]

test('the largest bodies are compared rightly', () => {
  for (const pair of LONG_SEARCHES) {
    const [from, to] = pair(LARGEST)
    assertLeads(diff(from, to).unified, from, to)
  }
})

test('the time of a comparison is bounded by the size of the bodies, whatever they are', () => {
  for (const [place, pair] of LONG_SEARCHES.entries())
    assertLinear((size) => diff(...pair(size)), LARGEST / 64, `pair ${place}`)
})
