import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PRESETS, type PresetName } from '@colophon/contract'
import { describeSites, type Site } from '../support/site.ts'

const TOKENS = '/api/v1/admin/tokens'

async function issueOverHttp(site: Site, body: Record<string, unknown>) {
  const answer = await site.post(TOKENS, { label: 'ada', ...body }, { token: site.admin })
  return answer.as('issueToken')
}

async function me(site: Site, token: string | null) {
  return (await site.get('/api/v1/me', { token })).as('getMe')
}

const REFUSED: [name: string, body: Record<string, unknown>, pointer: string][] = [
  ['neither preset nor scopes', {}, '/scopes'],
  ['both preset and scopes', { preset: 'curator', scopes: ['read'] }, '/scopes'],
  ['an unknown preset', { preset: 'king' }, '/preset'],
  ['an unknown scope', { scopes: ['all'] }, '/scopes/0'],
  ['no scope at all', { scopes: [] }, '/scopes'],
  ['a topic that is not there', { preset: 'curator', topic_grants: ['nowhere'] }, '/topic_grants/0'],
  ['no day', { preset: 'curator', expires_in_days: 0 }, '/expires_in_days'],
  ['more than a year', { preset: 'curator', expires_in_days: 366 }, '/expires_in_days'],
  ['half a day', { preset: 'curator', expires_in_days: 0.5 }, '/expires_in_days'],
  ['a day as text', { preset: 'curator', expires_in_days: '9' }, '/expires_in_days'],
  ['a blank label', { preset: 'curator', label: ' ' }, '/label'],
  ['two lines of label', { preset: 'curator', label: 'a\nb' }, '/label'],
  ['an identity that is not there', { preset: 'curator', identity_id: randomUUID() }, '/identity_id'],
  ['a key too many', { preset: 'curator', admin: true }, '/admin'],
]

describeSites((sites) => {
  test('each preset gives its scopes and the flags that follow from them', async (t) => {
    const site = await sites.open(t)
    for (const [preset, scopes] of Object.entries(PRESETS)) {
      const wish = preset === 'reviewer' ? { preset, review_grants: null } : { preset }
      const issued = await issueOverHttp(site, wish)
      assert.deepEqual([...issued.scopes].sort(), [...scopes].sort())
      const seen = await me(site, issued.token)
      const has = (scope: string) => scopes.some((name) => name === scope)
      assert.deepEqual(seen.access, {
        can_signal: true,
        can_send_feedback: false,
        can_propose: has('propose'),
        can_publish_direct: has('publish_direct'),
        can_review: has('review'),
        can_curate: has('curate'),
        can_administer: has('admin'),
      })
    }
  })

  test('the answer to an issue and the one to me agree', async (t) => {
    const site = await sites.open(t)
    const issued = await issueOverHttp(site, { preset: 'contributor', expires_in_days: 3 })
    assert.equal(issued.expires_at, '2026-03-05T09:30:00.000Z')
    const seen = await me(site, issued.token)
    assert.partialDeepStrictEqual(issued, {
      identity_id: seen.identity_id,
      token_id: seen.token_id,
      expires_at: seen.expires_at,
      topic_grants: null,
      review_grants: [],
      revoked_at: null,
      status: 'active',
      label: 'ada',
    })
    assert.deepEqual(seen.quotas, [])
  })

  test('grants left out, null and empty are three things', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const cases = [
      { sent: {}, topic_grants: null, review_grants: [] },
      { sent: { topic_grants: null, review_grants: null }, topic_grants: null, review_grants: null },
      { sent: { topic_grants: [], review_grants: [] }, topic_grants: [], review_grants: [] },
      { sent: { topic_grants: ['tools'] }, topic_grants: ['tools'], review_grants: [] },
    ]
    for (const { sent, ...grants } of cases)
      assert.partialDeepStrictEqual(await issueOverHttp(site, { preset: 'curator', ...sent }), grants)
  })

  test('a reviewer is issued only with review grants that are said', async (t) => {
    const site = await sites.open(t)
    const send = (body: object) =>
      site.post(TOKENS, { label: 'rev', preset: 'reviewer', ...body }, { token: site.admin })
    assert.equal((await send({})).refused('invalid_request').errors?.[0]?.pointer, '/review_grants')
    for (const review_grants of [null, []]) (await send({ review_grants })).as('issueToken')
  })

  test('a token that asks for too much, too little or what is not there is refused', async (t) => {
    const site = await sites.open(t)
    for (const [name, body, pointer] of REFUSED) {
      const refused = await site.post(TOKENS, { label: 'x', ...body }, { token: site.admin })
      assert.equal(refused.refused('invalid_request').errors?.[0]?.pointer, pointer, name)
    }
    const { counts } = (await site.get(TOKENS, { token: site.admin })).as('listTokens')
    assert.equal(counts.active, 1)
  })

  test('a token expires with its time, to the millisecond', async (t) => {
    const site = await sites.open(t)
    const token = await site.token({ preset: 'contributor', expires_in_days: 1 })
    site.clock.set('2026-03-03T09:29:59.999Z')
    await me(site, token)
    site.clock.set('2026-03-03T09:30:00.000Z')
    ;(await site.get('/api/v1/me', { token })).refused('invalid_token')
    ;(await site.get('/api/v1/topics', { token })).refused('invalid_token')
  })

  test('a revoked token is refused at once, on an open connection and in a second process', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    const issued = await site.issue({ preset: 'contributor' })
    await me(site, issued.token)
    await me(other, issued.token)
    const path = `${TOKENS}/${issued.token_id}/revoke`
    const revoked = (await site.post(path, { reason: 'lost' }, { token: site.admin })).as('revokeToken')
    assert.equal(revoked.status, 'revoked')
    for (const place of [site, other])
      (await place.get('/api/v1/me', { token: issued.token })).refused('invalid_token')
    ;(await site.post(path, { reason: 'again' }, { token: site.admin })).refused('invalid_state')
  })

  test('a caller revokes its own token and no other of its identity', async (t) => {
    const site = await sites.open(t)
    const first = await site.issue({ preset: 'contributor' })
    const second = await site.issue({ preset: 'contributor', identity_id: first.identity_id })
    assert.equal(second.identity_id, first.identity_id)
    const answer = await site.post('/api/v1/me/revoke', {}, { token: first.token })
    assert.equal(answer.as('revokeMe').token_id, first.token_id)
    ;(await site.get('/api/v1/me', { token: first.token })).refused('invalid_token')
    await me(site, second.token)
  })

  test('tokens are listed by status with their counts, each once, without bearers', async (t) => {
    const site = await sites.open(t)
    for (let made = 0; made < 4; made += 1) await site.token({ preset: 'contributor', expires_in_days: 1 })
    site.clock.advance({ days: 2 })
    const lost = await site.issue({ preset: 'contributor' })
    await site.post(`${TOKENS}/${lost.token_id}/revoke`, { reason: 'lost' }, { token: site.admin })
    const list = async (query: string) =>
      (await site.get(`${TOKENS}?${query}`, { token: site.admin })).as('listTokens')
    const counts = { active: 1, expired: 4, revoked: 1 }
    for (const status of ['active', 'expired', 'revoked'] as const) {
      const page = await list(`status=${status}`)
      assert.deepEqual(page.counts, counts)
      assert.equal(page.items.length, counts[status])
      assert.ok(page.items.every((token) => token.status === status))
    }
    const seen: string[] = []
    for (let query: string | null = 'limit=2'; query !== null; ) {
      const page = await list(query)
      seen.push(...page.items.map((token) => token.token_id))
      query = page.next_cursor && `limit=2&cursor=${page.next_cursor}`
    }
    assert.equal(new Set(seen).size, 6)
    assert.equal(seen.length, 6)
  })

  test('the bearer is shown once: the replay of an issue has none', async (t) => {
    const site = await sites.open(t)
    const wish = { token: site.admin, key: randomUUID() }
    const body = { label: 'ada', preset: 'contributor' }
    const first = (await site.post(TOKENS, body, wish)).as('issueToken')
    const again = await site.post(TOKENS, body, wish)
    assert.equal(again.status, 201)
    assert.equal(again.header('idempotency-replayed'), 'true')
    assert.deepEqual(again.as('issueToken'), { ...first, token: null })
  })

  test('administering needs grants without restriction', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const bounded = await site.token({ preset: 'administrator', topic_grants: ['tools'] })
    ;(await site.get(TOKENS, { token: bounded })).refused('forbidden')
    assert.equal((await me(site, bounded)).access.can_administer, false)
    const preset: PresetName = 'curator'
    ;(await site.get(TOKENS, { token: await site.token({ preset }) })).refused('forbidden')
  })
})
