import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CursorRefused, deriveKey, openCursor, sealCursor } from './cursor.ts'

const key = deriveKey(new Uint8Array(32).fill(7), 'cursors')
const position = fc
  .jsonValue({ stringUnit: 'grapheme', maxDepth: 2 })
  .filter((value) => JSON.stringify(value).length < 300)
const binding = fc.string({ unit: 'grapheme' })

test('a cursor opens to the position that it was made from', () => {
  fc.assert(
    fc.property(binding, position, (bound, value) => {
      const cursor = sealCursor(key, bound, value)
      assert.match(cursor, /^[A-Za-z0-9_-]+$/)
      assert.deepEqual(openCursor(key, bound, cursor), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('equal positions have equal cursors, whatever the order of their members', () => {
  assert.equal(sealCursor(key, 'r', { a: 1, b: 2 }), sealCursor(Uint8Array.from(key), 'r', { b: 2, a: 1 }))
})

test('any other byte, at any place, is refused', () => {
  fc.assert(
    fc.property(binding, position, fc.nat(), fc.integer({ min: 1, max: 255 }), (bound, value, at, change) => {
      const bytes = Buffer.from(sealCursor(key, bound, value), 'base64url')
      bytes.writeUInt8((bytes[at % bytes.length] ?? 0) ^ change, at % bytes.length)
      refused(bound, bytes.toString('base64url'))
    }),
  )
})

test('any other character, at any place, is refused', () => {
  const cursor = sealCursor(key, 'route', { path: '/tides/spring', n: 12 })
  for (let at = 0; at < cursor.length; at += 1) {
    for (const character of 'Aa0_-=+/ .\n\u00e9') {
      if (character !== cursor[at]) refused('route', cursor.slice(0, at) + character + cursor.slice(at + 1))
    }
  }
})

test('a shortened or lengthened cursor is refused', () => {
  for (const value of [1, 12, 123]) {
    const cursor = sealCursor(key, 'route', value)
    for (let length = 0; length < cursor.length; length += 1) {
      refused('route', cursor.slice(0, length))
      refused('route', cursor.slice(cursor.length - length))
    }
    for (const tail of ['A', '=', '==', '\n', ' ', cursor]) refused('route', cursor + tail)
  }
})

test('another spelling of the same bytes is refused', () => {
  for (let n = 0; n < 200; n += 1) {
    const cursor = sealCursor(key, 'route', n)
    const bytes = Buffer.from(cursor, 'base64url')
    for (const other of [bytes.toString('base64'), ...looseTails(cursor)])
      if (other !== cursor) refused('route', other)
  }
})

test('another binding and another key are refused', () => {
  fc.assert(
    fc.property(binding, binding, position, (bound, other, value) => {
      fc.pre(bound !== other)
      const cursor = sealCursor(key, bound, value)
      refused(other, cursor)
      refused(bound, cursor, deriveKey(key, 'others'))
    }),
  )
})

test('nothing of the position or the binding can be read in a cursor', () => {
  const sealed = Buffer.from(sealCursor(key, 'secret-topic', { path: '/secret-topic/x' }), 'base64url')
  assert.equal(sealed.toString('latin1').includes('secret'), false)
  const [first, second] = [1, 2].map((n) => Buffer.from(sealCursor(key, 'r', n), 'base64url'))
  assert.notDeepEqual(first?.subarray(0, 12), second?.subarray(0, 12))
})

test('a cursor is never longer than 2000 characters', () => {
  assert.ok(sealCursor(key, 'r', 'x'.repeat(1470)).length <= 2000)
  assert.throws(() => sealCursor(key, 'r', 'x'.repeat(1600)), RangeError)
  refused('r', 'A'.repeat(2001))
  refused('r', 'A'.repeat(4_000_000))
})

test('keys for two purposes or of two secrets differ', () => {
  const keys = [deriveKey(key, 'a'), deriveKey(key, 'b'), deriveKey(new Uint8Array(32), 'a')]
  assert.equal(new Set(keys.map((bytes) => Buffer.from(bytes).toString('hex'))).size, 3)
  assert.deepEqual(deriveKey(key, 'a'), deriveKey(key, 'a'))
  assert.equal(deriveKey(key, 'a').length, 32)
})

function refused(bound: string, cursor: string, by: Uint8Array = key): void {
  assert.throws(() => openCursor(by, bound, cursor), CursorRefused)
}

/** The spellings that a lenient decoder takes for the same bytes. */
function looseTails(cursor: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const bytes = Buffer.from(cursor, 'base64url')
  return Array.from(alphabet, (last) => cursor.slice(0, -1) + last).filter((other) =>
    Buffer.from(other, 'base64url').equals(bytes),
  )
}
