import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { isHash } from '@colophon/contract'
import fc from 'fast-check'
import { sha256Hex } from './hash.ts'

test('the hash of nothing and of "abc" are those of FIPS 180-4', () => {
  assert.equal(sha256Hex(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a text and its UTF-8 bytes have the same hash, which is a hash', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const hash = sha256Hex(text)
      assert.equal(hash, sha256Hex(new TextEncoder().encode(text)))
      assert.equal(hash, createHash('sha256').update(text).digest('hex'))
      assert.ok(isHash(hash))
    }),
  )
})
