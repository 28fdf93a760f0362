import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'

const quoteAt = (sha256: string, text: string) =>
  `/api/v1/objects/${sha256}/quote?text=${encodeURIComponent(text)}`

async function ask(site: Site, sha256: string, text: string, token?: string) {
  return (await site.get(quoteAt(sha256, text), token === undefined ? {} : { token })).as('findQuote')
}

describeSites((sites) => {
  test('a revision holds what it says, and its head what it says now', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body = 'A saw cuts *along* the grain.\n\nNever push, says the “master”.\n'
    const first = await site.publish({ path: '/tools/saw', body })
    const found = await ask(site, first.content_hash, 'Never push, says the "master".')
    assert.deepEqual([found.sha256, found.found, found.in_head], [first.content_hash, true, true])
    const exact = await ask(site, first.content_hash, 'Never push')
    const range = `bytes=${exact.start}-${(exact.end ?? 0) - 1}`
    const part = await site.get(`/objects/${first.content_hash}`, { headers: { range } })
    assert.deepEqual([part.status, part.text], [206, 'Never push'])
    await site.publish({ path: '/tools/saw', body: 'A saw cuts along the grain.\n', revises: first })
    const then = await ask(site, first.content_hash, 'Never push')
    assert.deepEqual([then.found, then.in_head], [true, false])
    assert.deepEqual(await ask(site, first.content_hash, 'Always push'), {
      sha256: first.content_hash,
      found: false,
      start: null,
      end: null,
      in_head: false,
    })
  })

  test('a long text is read elsewhere, and a retired head is no head', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body = `${'Every line is like the others.\n\n'.repeat(2000)}But for the last one.\n`
    const { content_hash } = await site.publish({ path: '/tools/saw', body })
    assert.equal((await ask(site, content_hash, 'but for the last')).found, false)
    const { found, start, end } = await ask(site, content_hash, 'others. But for the last one.')
    assert.ok(found && start !== null && end !== null && end > start)
    const retirement = { state: 'retired', reason: 'Old.', replacement_hashes: [] }
    await site.post(`/api/v1/objects/${content_hash}/retirement`, retirement, { token: site.admin })
    const gone = await ask(site, content_hash, 'But for the last one.')
    assert.deepEqual([gone.found, gone.in_head], [true, null])
  })

  test('what is hidden holds nothing, and a wrong question is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'plans'] })
    const { content_hash, publication_hash } = await site.publish({ path: '/tools/saw', body: 'Cut here.\n' })
    const hide = { visibility: 'invited', expected_visibility: 'public', reason: 'Not ready.' }
    const absent = await site.get(quoteAt('0'.repeat(64), 'Cut here'))
    await site.post('/api/v1/topics/tools/visibility', hide, { token: site.admin })
    const hidden = await site.get(quoteAt(content_hash, 'Cut here'))
    assert.deepEqual([hidden.status, absent.status], [404, 404])
    assert.equal((await ask(site, content_hash, 'Cut here', site.admin)).found, true)
    assert.equal((await site.get(quoteAt(publication_hash, 'Cut'), { token: site.admin })).status, 404)
    const path = `/api/v1/objects/${content_hash}/quote`
    for (const query of [
      '',
      '?text=',
      '?text=a&text=b',
      '?text=a&x=1',
      `?text=${'a'.repeat(2001)}`,
      '?text=%00',
    ])
      assert.equal((await site.get(path + query, { token: site.admin })).status, 400, query)
  })
})
