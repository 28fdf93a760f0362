import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRoom } from './send-material.ts'

test('no more bytes are under way than there is room for, and a larger thing goes alone', async () => {
  const room = openRoom(10)
  let under = 0
  const seen: number[] = []
  const send = async (bytes: number) => {
    await room.enter(bytes)
    under += bytes
    seen.push(under)
    await new Promise(setImmediate)
    under -= bytes
    room.leave(bytes)
  }
  await Promise.all([4, 4, 4, 25, 1, 10, 9, 2].map(send))
  assert.equal(seen.length, 8)
  assert.ok(
    seen.every((bytes) => bytes <= 10 || bytes === 25),
    seen.join(' '),
  )
})
