import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertLinear } from '../../server/test/support/growth.ts'
import { codePointLength, hasText, isCleanLine, isCleanText, normaliseBody } from './text.ts'

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((c) => String.fromCodePoint(c)) })
const hostileText = fc.string({
  unit: fc.constantFrom('\r', '\n', '\r\n', '\t', 'a', '\ud83d', '\ude00', '\u2028', '\ufdd0'),
})

test('a clean line holds any visible text', () => {
  const clean = [
    '',
    'plain',
    'é ü 日本語',
    '\u{1f469}\u200d\u{1f4bb}',
    '\u00a0\ufeff\ufffd',
    '": --- # \\',
    '\u{10fffd}',
  ]
  for (const line of clean) assert.ok(isCleanLine(line), JSON.stringify(line))
})

test('every character that is not allowed is refused wherever it stands', () => {
  for (const point of forbiddenPoints()) {
    const character = String.fromCodePoint(point)
    assert.equal(isCleanLine(`a${character}b`), false, point.toString(16))
    assert.equal(isCleanText(`a${character}b`), point === 0x09 || point === 0x0a, point.toString(16))
  }
})

test('exactly the listed code points are refused', () => {
  const refused = new Set(forbiddenPoints())
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0x10ffff }), (point) => {
      assert.equal(isCleanLine(String.fromCodePoint(point)), !refused.has(point))
    }),
    { numRuns: 2000 },
  )
})

test('a carriage return is fine only before a newline', () => {
  assert.ok(isCleanText('a\r\nb\r\n'))
  for (const text of ['a\rb', 'a\r', '\r\r\n', '\n\r']) assert.equal(isCleanText(text), false)
})

test('surrogates are refused alone and fine in pairs', () => {
  for (const text of ['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83d b']) {
    assert.equal(isCleanLine(text), false)
    assert.equal(isCleanText(text), false)
  }
  assert.ok(isCleanLine('\ud83d\ude00'))
})

test('white space and invisible characters alone are no text', () => {
  for (const text of ['', ' \t\n', '\u00a0\u3000', '\u200b\u2060', '\ufeff', '\u00ad'])
    assert.equal(hasText(text), false)
  for (const text of ['.', ' a ', '\u200b0', '\u{1f600}']) assert.ok(hasText(text))
})

test('a body is stored with LF and exactly one final newline', () => {
  const cases = [
    ['', '\n'],
    ['a', 'a\n'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['a\n\n\n', 'a\n'],
    ['\n\na', '\n\na\n'],
    ['\r\n\r\n', '\n'],
  ]
  for (const [body, stored] of cases) assert.equal(normaliseBody(body ?? ''), stored)
})

test('normalising a clean body twice is normalising it once, and leaves no CR', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, hostileText), (text) => {
      fc.pre(isCleanText(text))
      const stored = normaliseBody(text)
      assert.equal(normaliseBody(stored), stored)
      assert.match(stored, /(^|[^\n])\n$/)
      assert.ok(isCleanText(stored) && !stored.includes('\r'))
    }),
  )
})

test('length counts code points, a lone surrogate as one', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, hostileText), (text) => {
      assert.equal(codePointLength(text), Array.from(text).length)
    }),
  )
})

test('anything is judged in linear time', () => {
  for (const unit of [' ', '\n', 'a', '\r\n', '\u00e9', '\u{1f600}', '\ud800'])
    for (const judge of [isCleanLine, isCleanText, hasText, codePointLength, normaliseBody])
      assertLinear((size) => judge(`${unit.repeat(size / unit.length)}x`), 1 << 13, judge.name)
})

function forbiddenPoints(): number[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const planes = range(0, 16).flatMap((plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff])
  return [
    range(0, 0x1f),
    range(0x7f, 0x9f),
    [0x2028, 0x2029],
    range(0xd800, 0xdfff),
    range(0xfdd0, 0xfdef),
    planes,
  ].flat()
}
