import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'

describeSites((sites) => {
  test('what is published is found by its words at once', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const published = await site.publish({
      path: '/tools/hammer',
      title: 'Hammers',
      body: '# Hammers\n\nHit the **nails** with it.\n',
    })
    const found = (await site.get('/api/v1/search?q=hitting+a+nail')).as('search')
    assert.deepEqual(
      found.items.map(({ entry_id }) => entry_id),
      [published.entry_id],
    )
    assert.equal(found.items[0]?.excerpt, 'Hammers Hit the nails with it.')
    assert.deepEqual(found.suggestions, [])
  })
})
