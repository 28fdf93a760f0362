import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inFlight, inOrder, openRoom } from './in-flight.ts'

/** Counts how many works run at once; later items are done sooner. */
function busy() {
  const seen = { now: 0, most: 0 }
  const work = async (item: number) => {
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    await sleep(10 - (item % 10))
    seen.now -= 1
    return item
  }
  return { seen, work }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

async function* later(items: readonly number[]) {
  for (const item of items) yield item
}

for (const [name, items] of [
  ['a list', numbers(25)],
  ['a stream', later(numbers(25))],
] as const)
  test(`every item of ${name} is worked on, as many at once as were asked for`, async () => {
    const { seen, work } = busy()
    const done: number[] = []
    await inFlight(items, 4, async (item) => void done.push(await work(item)))
    assert.deepEqual(
      done.sort((a, b) => a - b),
      numbers(25),
    )
    assert.equal(seen.most, 4)
  })

test('the first error ends the work, and is thrown when nothing is in flight any more', async () => {
  const { seen, work } = busy()
  let begun = 0
  const failing = inFlight(numbers(100), 4, async (item) => {
    begun += 1
    await work(item)
    if (item === 5) throw new Error('five')
  })
  await assert.rejects(failing, /^Error: five$/)
  assert.equal(seen.now, 0)
  assert.ok(begun < 20, String(begun))
})

test('an error of the stream itself is thrown, too', async () => {
  async function* broken() {
    yield 1
    throw new Error('no more')
  }
  await assert.rejects(
    inFlight(broken(), 3, async () => {}),
    /^Error: no more$/,
  )
})

test('results come in the order of the items, worked on ahead', async () => {
  const { seen, work } = busy()
  const results: number[] = []
  for await (const result of inOrder(numbers(25), 5, work)) results.push(result)
  assert.deepEqual(results, numbers(25))
  assert.equal(seen.most, 5)
})

test('an error comes in its place, and those ahead of it end nothing', async () => {
  const results: number[] = []
  const read = async () => {
    for await (const result of inOrder(numbers(10), 5, async (item) => {
      if (item >= 3) throw new Error(`no ${item}`)
      return item
    }))
      results.push(result)
  }
  await assert.rejects(read(), /^Error: no 3$/)
  assert.deepEqual(results, [0, 1, 2])
})

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
