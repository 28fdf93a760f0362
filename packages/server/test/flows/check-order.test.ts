import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { ProblemCode } from '@colophon/contract'
import { describeSites, type Site, type Wish } from '../support/site.ts'

const HUGE = Buffer.alloc(1024 * 1024 + 1, ' ')
const POLICY = '/api/v1/topics/hidden/policy'

/** A request with every fault at once; each step takes one of them away, and the next comes to light. */
const STEPS: { shows: ProblemCode; body: unknown; wish: (site: Site, tokens: Tokens) => Wish }[] = [
  {
    shows: 'unauthenticated',
    body: HUGE,
    wish: () => ({ key: null, headers: { 'content-type': 'text/plain' } }),
  },
  {
    shows: 'forbidden',
    body: HUGE,
    wish: (_site, { reader }) => ({ token: reader, key: null, headers: { 'content-type': 'text/plain' } }),
  },
  {
    shows: 'idempotency_key_required',
    body: HUGE,
    wish: (_site, { outside }) => ({ token: outside, key: null, headers: { 'content-type': 'text/plain' } }),
  },
  {
    shows: 'unsupported_media_type',
    body: HUGE,
    wish: (_site, { outside }) => ({ token: outside, headers: { 'content-type': 'text/plain' } }),
  },
  { shows: 'payload_too_large', body: HUGE, wish: (_site, { outside }) => ({ token: outside }) },
  { shows: 'invalid_json', body: '{', wish: (_site, { outside }) => ({ token: outside }) },
  { shows: 'invalid_request', body: { more: 1 }, wish: (_site, { outside }) => ({ token: outside }) },
  { shows: 'not_found', body: policyBody(), wish: (_site, { outside }) => ({ token: outside }) },
  { shows: 'compare_and_set_mismatch', body: policyBody(), wish: (site) => ({ token: site.admin }) },
]

interface Tokens {
  reader: string
  outside: string
}

function policyBody() {
  return { expected_policy_hash: '0'.repeat(64) }
}

describeSites((sites) => {
  test('of several faults the one is shown that comes first in the order of the contract', async (t) => {
    const site = await sites.open(t)
    await site.topic('hidden', 'invited')
    await site.topic('open')
    const tokens = {
      reader: await site.token({ preset: 'contributor' }),
      outside: await site.token({ preset: 'curator', topic_grants: ['open'] }),
    }
    for (const { shows, body, wish } of STEPS)
      (await site.post(POLICY, body, wish(site, tokens))).refused(shows)
  })

  test('a curating act on a visible topic outside the grants is forbidden, and changes nothing', async (t) => {
    const site = await sites.open(t)
    await site.topic('open')
    await site.topic('mine')
    const token = await site.token({ preset: 'curator', topic_grants: ['mine'] })
    const before = (await site.get('/api/v1/topics/open')).as('getTopic')
    const body = { expected_policy_hash: before.policy_hash, minimum_evidence: 3 }
    ;(await site.post('/api/v1/topics/open/policy', body, { token })).refused('forbidden')
    ;(await site.get('/api/v1/topics/open/visibility', { token })).refused('forbidden')
    assert.deepEqual((await site.get('/api/v1/topics/open')).as('getTopic'), before)
  })

  test('a replay is answered before own-only rules and states', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { candidate_hash, entry_id } = await site.candidate({ path: '/tools/saw' })
    const path = `/api/v1/candidates/${candidate_hash}/publish`
    const wish = { token: site.admin, key: randomUUID() }
    const first = await site.post(path, { mode: 'direct' }, wish)
    const again = await site.post(path, { mode: 'direct' }, wish)
    assert.equal(again.header('idempotency-replayed'), 'true')
    assert.equal(again.text, first.text)
    const anew = await site.post(
      path,
      { mode: 'direct', expected_head_hash: candidate_hash },
      { token: site.admin },
    )
    anew.refused('already_published')
    assert.equal((await site.get(`/api/v1/entries/${entry_id}`)).as('getEntry').content_hash, candidate_hash)
  })
})
