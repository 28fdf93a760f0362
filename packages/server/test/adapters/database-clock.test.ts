import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeEngines } from '../support/engines.ts'

describeEngines((engine) => {
  test('a database with a clock of its own tells the time of asking, also within a transaction', async (t) => {
    const storage = await engine.open(t)
    const [before, after] = await storage.write(async (tx) => {
      const first = await storage.time(tx)
      await sleep(20)
      return [first, await storage.time(tx)]
    })
    if (engine.name === 'sqlite') {
      assert.deepEqual([before, after], [null, null])
      return
    }
    assert.match(before ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.ok((before ?? '') < (after ?? ''))
    assert.ok(Math.abs(Date.parse(before ?? '') - Date.now()) < 60_000)
  })
})
