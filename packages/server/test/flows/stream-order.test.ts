import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { appendChange, nextChangePosition } from '../../src/catalog/changes.ts'
import { createTestClock } from '../support/clock.ts'
import { describeSites, type Site } from '../support/site.ts'

/** The public stream as a server tells it, which is held to have no gap and times that increase. */
async function streamOf(site: Site): Promise<string[]> {
  const { items } = (await site.get('/api/v1/changes?limit=100')).as('listChanges')
  assert.deepEqual(
    items.map(({ seq }) => seq),
    items.map((_, place) => place + 1),
  )
  const times = items.map(({ at }) => at)
  assert.deepEqual(times, [...new Set(times)].sort())
  return items.flatMap(({ content_hash }) => content_hash ?? [])
}

describeSites((sites) => {
  test('servers whose clocks differ by an hour publish in one order, with times that increase', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const clock = createTestClock()
    clock.advance({ hours: 1 })
    const ahead = await site.second(t, { clock })
    let last = await site.publish({ path: '/tools/saw' })
    const published = [last.content_hash]
    for (const server of [ahead, site, ahead, ahead, site]) {
      last = await server.publish({ path: '/tools/saw', revises: last })
      published.push(last.content_hash)
    }
    for (const server of [site, ahead]) {
      assert.deepEqual(await streamOf(server), published)
      const entry = (await server.get(`/api/v1/entries/${last.entry_id}`)).as('getEntry')
      assert.equal(entry.content_hash, last.content_hash)
    }
  })

  test('a writer that ends between taking a number and the commit leaves no gap', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const other = await site.second(t)
    const first = await site.publish({ path: '/tools/saw' })
    const broken = site.app.storage.write(async (tx) => {
      const place = await nextChangePosition(tx, 'tools', site.clock.now())
      const record = '0'.repeat(64)
      await appendChange(tx, place, { kind: 'publication', record, at: place.at, isPublic: true })
      if (sites.engine === 'postgres') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      throw new Error('the writer ends here')
    })
    // Others wait for the lock that it held.
    const [ended, second] = await Promise.allSettled([broken, other.publish({ path: '/tools/axe' })])
    assert.equal(ended.status, 'rejected')
    assert.ok(second.status === 'fulfilled')
    const third = await site.publish({ path: '/tools/hammer' })
    const hashes = [first, second.value, third].map(({ content_hash }) => content_hash)
    for (const server of [site, other]) assert.deepEqual(await streamOf(server), hashes)
  })
})
