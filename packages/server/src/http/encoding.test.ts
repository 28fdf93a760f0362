import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBytes } from './encoding.ts'

test('encoded bytes that are kept hold no more memory than they are long', async () => {
  for (const encoding of ['br', 'gzip'] as const) {
    const encoded = await encodeBytes(Buffer.from('words '.repeat(200)), encoding)
    assert.ok(encoded.length < 200)
    assert.equal(encoded.buffer.byteLength, encoded.length)
  }
})
