import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { timedId } from './timed-id.ts'

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a timed id is a UUID of version 7, whatever was drawn', () => {
  const nonces = [
    new Uint8Array(16),
    new Uint8Array(16).fill(255),
    ...Array.from({ length: 50 }, () => randomBytes(16)),
  ]
  for (const bytes of nonces)
    assert.match(timedId('2026-03-02T12:00:00.000Z', Buffer.from(bytes).toString('base64url')), UUID7)
})

test('timed ids are in the order of their times, and apart within one', () => {
  const nonce = (byte: number) => Buffer.alloc(16, byte).toString('base64url')
  const early = timedId('1970-01-01T00:00:00.001Z', nonce(255))
  const late = timedId('2026-03-02T12:00:00.000Z', nonce(0))
  assert.equal(early, '00000000-0001-7fff-bfff-ffffffffffff')
  assert.equal(late, '019cae6b-6600-7000-8000-000000000000')
  assert.ok(early < late && late < timedId('2026-03-02T12:00:00.001Z', nonce(0)))
  assert.notEqual(late, timedId('2026-03-02T12:00:00.000Z', nonce(1)))
})
