import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedCall } from './call.ts'
import { holdLease } from './lease.ts'

const LEASE = { task_id: 'a', generation: 3 }

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

test('a lease is renewed until it is lost, and whoever holds it learns why', async () => {
  const asked: unknown[] = []
  const lost = new Error('lease_lost')
  const call = typedCall(async (id, request) => {
    asked.push([id, request?.params, request?.body])
    if (asked.length === 2) throw lost
    return { ...LEASE, lease_until: inSeconds(1) }
  })
  const held = holdLease(call, { ...LEASE, lease_until: inSeconds(-60) })
  await assert.rejects(held.lost, lost)
  assert.equal(held.signal.reason, lost)
  const heartbeat = ['renewLease', { id: 'a' }, { generation: 3 }]
  assert.deepEqual(asked, [heartbeat, heartbeat])
})

test('a lease that is held no longer is not renewed, and keeps no process', async () => {
  const held = holdLease(
    typedCall(async () => assert.fail('a heartbeat')),
    { ...LEASE, lease_until: inSeconds(300) },
  )
  held.stop()
  assert.equal(held.signal.aborted, false)
})
