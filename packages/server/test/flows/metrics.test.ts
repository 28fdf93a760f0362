import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'

describeSites((sites) => {
  test('metrics count requests by operation and class of status, and name no topic', async (t) => {
    const site = await sites.open(t)
    await site.topic('secret-plans', 'invited')
    await site.get('/api/v1/topics')
    await site.get('/api/v1/topics')
    await site.get('/api/v1/topics/secret-plans')
    const answer = await site.get('/metrics')
    assert.equal(answer.status, 200)
    assert.equal(answer.header('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    const count = (operation: string, status: string) =>
      `colophon_request_duration_seconds_count{worker="0",operation="${operation}",status="${status}"}`
    assert.ok(answer.text.includes(`${count('listTopics', '2xx')} 2`))
    assert.ok(answer.text.includes(`${count('getTopic', '4xx')} 1`))
    assert.ok(answer.text.includes(`${count('createTopic', '2xx')} 1`))
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      assert.match(answer.text, new RegExp(`^${name}{`, 'm'))
    assert.ok(!answer.text.includes('secret-plans'))
  })

  test('metrics are not there for clients that come through a proxy', async (t) => {
    const site = await sites.open(t)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      const answer = await site.get('/metrics', { headers: { [header]: '203.0.113.9' } })
      answer.refused('not_found')
    }
  })
})
