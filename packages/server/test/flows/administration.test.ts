import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'

const AUDIT = '/api/v1/admin/audit'
const CAPACITY = '/api/v1/admin/capacity'

describeSites((sites) => {
  test('the audit is newest first, and its pages hold every record once', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let count = 0; count < 4; count += 1) {
      site.clock.advance({ seconds: 1 })
      await site.publish({ path: `/tools/tool-${count}` })
    }
    const whole = (await site.get(`${AUDIT}?limit=100`, { token: site.admin })).as('listAudit')
    const times = whole.items.map(({ at }) => at)
    assert.deepEqual(times, [...times].sort().reverse())
    const published = whole.items.find(({ action }) => action === 'publishCandidate')
    assert.equal(published?.actor_label, 'administrator')
    assert.equal(published?.topic_id, 'tools')
    const paged: typeof whole.items = []
    for (let query: string | null = '?limit=3'; query !== null; ) {
      const page: typeof whole = (await site.get(AUDIT + query, { token: site.admin })).as('listAudit')
      paged.push(...page.items)
      query = page.next_cursor === null ? null : `?limit=3&cursor=${encodeURIComponent(page.next_cursor)}`
    }
    assert.deepEqual(paged, whole.items)
  })

  test('a change of visibility is in the audit with its reason', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { items } = (await site.get(AUDIT, { token: site.admin })).as('listAudit')
    const change = items.find(({ action }) => action === 'changeVisibility')
    assert.deepEqual([change?.target, change?.reason], ['tools', 'ready for readers'])
  })

  test('the capacity counts objects, bytes and rows as they are', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], limits: { signalsPerDay: 7 } })
    const before = (await site.get(CAPACITY, { token: site.admin })).as('getCapacity')
    const { content_hash } = await site.publish({ path: '/tools/hammer' })
    const size = (await site.get(`/objects/${content_hash}`)).bytes.length
    const after = (await site.get(CAPACITY, { token: site.admin })).as('getCapacity')
    const candidates = after.objects.kinds.find(({ kind }) => kind === 'candidate')
    assert.deepEqual(candidates, { kind: 'candidate', count: 1, bytes: size })
    const sum = (field: 'count' | 'bytes') =>
      after.objects.kinds.reduce((total, kind) => total + kind[field], 0)
    assert.deepEqual([after.objects.count, after.objects.bytes], [sum('count'), sum('bytes')])
    assert.equal(after.rows.objects, after.objects.count)
    assert.equal(after.rows.publications, (before.rows.publications ?? 0) + 1)
    assert.ok(Object.keys(after.rows).length > 35)
    assert.ok(after.database_bytes > 0)
    assert.equal(after.free_bytes !== null, sites.engine === 'sqlite')
    assert.equal(after.limits.signals_per_day, 7)
    assert.equal(after.limits.snapshots, 2)
  })

  test('nobody but an unrestricted administrator reads them', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const curator = await site.token({ preset: 'curator' })
    const bounded = await site.token({ preset: 'administrator', topic_grants: ['tools'] })
    for (const path of [AUDIT, CAPACITY]) {
      for (const token of [curator, bounded]) assert.equal((await site.get(path, { token })).status, 403)
      assert.equal((await site.get(path)).status, 401)
    }
  })
})
