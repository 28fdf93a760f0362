import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'

describeSites((sites) => {
  test('an article goes from submission to its published bytes', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const published = await site.publish({
      path: '/tools/hammer',
      title: 'Hammers',
      body: '# Hammers\n\nHit.\n',
    })
    const entry = (await site.get(`/api/v1/entries/${published.entry_id}`)).as('getEntry')
    assert.equal(entry.content_hash, published.content_hash)
    const object = await site.get(`/objects/${published.content_hash}`)
    assert.match(object.text, /\n\n# Hammers\n\nHit\.\n$/)
  })
})
