import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ColophonProblem, createClient } from '@colophon/client'
import { describeSites } from '../support/site.ts'

describeSites((sites) => {
  test('the client publishes, reads back and pages on a real press', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const client = createClient({ url: site.url, token: site.admin })
    const hashes: string[] = []
    for (const name of ['anvil', 'bellows', 'chisel']) {
      const { proposal_hash } = await client.call('createSubmission', {
        body: { kind: 'article', title: name, summary: `${name}.`, path: `/tools/${name}`, body: 'Text.' },
      })
      const { candidate_hash } = await client.call('finalizeSubmission', { params: { proposal_hash } })
      const { content_hash } = await client.call('publishCandidate', {
        params: { candidate_hash },
        body: { mode: 'direct' },
      })
      hashes.push(content_hash)
    }
    const anonymous = createClient({ url: site.url })
    const listed: string[] = []
    for await (const { content_hash } of anonymous.pages('listIndex', {
      query: { topic: 'tools', limit: 1 },
    }))
      listed.push(content_hash)
    assert.deepEqual(listed, hashes.toReversed())
    const bytes = await anonymous.readObject(hashes[0] ?? '')
    assert.match(Buffer.from(bytes).toString(), /\ntitle: "anvil"\n/)
  })

  test('a refusal comes with its code, its document and its pointers', async (t) => {
    const site = await sites.open(t)
    const client = createClient({ url: site.url, token: site.admin })
    await assert.rejects(
      client.call('createTopic', { body: { id: 'Not a slug', title: 'T', summary: 'S' } }),
      (error) => {
        assert.ok(error instanceof ColophonProblem)
        assert.equal(error.code, 'invalid_request')
        assert.equal(error.document.errors?.[0]?.pointer, '/id')
        return true
      },
    )
    await assert.rejects(createClient({ url: site.url }).call('getMe'), {
      code: 'unauthenticated',
      status: 401,
    })
  })

  test('the same Idempotency-Key acts once', async (t) => {
    const site = await sites.open(t)
    const client = createClient({ url: site.url, token: site.admin })
    const request = { body: { id: 'once', title: 'Once', summary: 'S' }, idempotencyKey: 'make-once' }
    const [first, second] = [
      await client.call('createTopic', request),
      await client.call('createTopic', request),
    ]
    assert.deepEqual(first, second)
  })
})
