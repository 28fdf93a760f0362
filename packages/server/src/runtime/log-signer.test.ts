import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { newSigningKey } from '../core/jwt.ts'
import { openLogSigner } from './log-signer.ts'

/** Of PKCS 8's sibling for public Ed25519 keys: what comes before the 32 bytes. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

test('every key signs the text, under the id that its name and itself make', async () => {
  const keys = [await newSigningKey(), await newSigningKey()]
  const signer = openLogSigner(keys, 'https://press.example')
  assert.equal(signer.name, 'press.example/log')
  const text = 'press.example/log\n0\nabc\n'
  const note = signer.sign(text)
  assert.ok(note.startsWith(`${text}\n— `) && note.endsWith('\n'))
  const lines = note.slice(text.length + 1, -1).split('\n')
  assert.equal(lines.length, keys.length)
  for (const [place, key] of keys.entries()) {
    const open = Buffer.from(String(key.x), 'base64url')
    const id = createHash('sha256')
      .update(Buffer.concat([Buffer.from('press.example/log\n\x01'), open]))
      .digest()
      .subarray(0, 4)
    const [dash, name, signature = ''] = lines[place]?.split(' ') ?? []
    assert.deepEqual([dash, name], ['—', 'press.example/log'])
    const bytes = Buffer.from(signature, 'base64')
    assert.deepEqual(bytes.subarray(0, 4), id)
    const publicKey = createPublicKey({ key: Buffer.concat([PREFIX, open]), format: 'der', type: 'spki' })
    assert.ok(verify(null, Buffer.from(text), publicKey, bytes.subarray(4)))
    const expected = `press.example/log+${id.toString('hex')}+${Buffer.concat([Buffer.of(1), open]).toString('base64')}`
    assert.equal(signer.keys[place]?.text, expected)
  }
})
