import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenStatus } from './tokens.ts'

const NOON = '2026-01-01T12:00:00.000Z'

test('a token is active until it is revoked, or its time has come', () => {
  for (const [revoked, expires, status] of [
    [null, '2026-01-01T12:00:00.001Z', 'active'],
    [null, NOON, 'expired'],
    [null, '2025-01-01T00:00:00.000Z', 'expired'],
    [NOON, '2027-01-01T00:00:00.000Z', 'revoked'],
    [NOON, '2025-01-01T00:00:00.000Z', 'revoked'],
  ] as const)
    assert.equal(tokenStatus({ revoked_at: revoked, expires_at: expires }, NOON), status)
})
