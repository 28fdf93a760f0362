import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesToHex, hexToBytes } from './bytes.ts'
import { sha256 } from './sha256.ts'

test('the examples of FIPS 180-4 come out as they are published', () => {
  const published: Record<string, string> = {
    '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  }
  for (const [text, digest] of Object.entries(published))
    assert.equal(bytesToHex(sha256(new TextEncoder().encode(text))), digest)
})

test('bytes of every length around a block have the hash that Node gives them, in one part or in several', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, place) => (place * 37) & 0xff)
  for (let length = 0; length <= bytes.length; length += 1) {
    const part = bytes.subarray(0, length)
    assert.equal(bytesToHex(sha256(part)), hash('sha256', part))
  }
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (parts) => {
      assert.equal(bytesToHex(sha256(...parts)), hash('sha256', Buffer.concat(parts)))
    }),
  )
})

test('hexadecimal digits are read back as the bytes that they are, and nothing else is read', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.deepEqual(hexToBytes(bytesToHex(bytes)), bytes)))
  for (const wrong of ['0', '0g', ' 00', '0x', '-1']) assert.throws(() => hexToBytes(wrong), wrong)
})
