import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'

async function topicOf(site: Site, id: string, token: string | null = null) {
  return (await site.get(`/api/v1/topics/${id}`, { token })).as('getTopic')
}

describeSites((sites) => {
  test('a topic starts invited, empty and with the default policy', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools', 'invited')
    const topic = await topicOf(site, 'tools', site.admin)
    assert.partialDeepStrictEqual(topic, {
      id: 'tools',
      visibility: 'invited',
      contribution_standard: null,
      published_counts: { total: 0, other_entries: 0, reviewed: 0 },
      created_at: '2026-03-02T09:30:00.000Z',
    })
    const policy = (await site.get('/api/v1/topics/tools/policy', { token: site.admin })).as('getPolicy')
    assert.deepEqual(policy, {
      topic_id: 'tools',
      policy_hash: topic.policy_hash,
      previous_hash: null,
      evidence_ttl_days: 180,
      review_focuses: ['accuracy', 'usefulness'],
      minimum_evidence: 0,
      publication_modes: ['reviewed', 'direct', 'admin_override'],
      created_at: '2026-03-02T09:30:00.000Z',
    })
  })

  test('a topic is made once and by an unrestricted administrator only', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools', 'invited')
    const body = { id: 'tools', title: 'Again', summary: 'Another.' }
    ;(await site.post('/api/v1/topics', body, { token: site.admin })).refused('already_exists')
    const curator = await site.token({ preset: 'curator' })
    ;(await site.post('/api/v1/topics', { ...body, id: 'other' }, { token: curator })).refused('forbidden')
  })

  test('a slug has one form', async (t) => {
    const site = await sites.open(t)
    for (const id of ['', 'Tools', '-a', 'a-', 'a--b', 'a_b', 'a.b', 'tööls', 'a/b', 'а', 'a'.repeat(65)]) {
      const answer = await site.post(
        '/api/v1/topics',
        { id, title: 'T', summary: 'S' },
        { token: site.admin },
      )
      assert.equal(answer.refused('invalid_request').errors?.[0]?.pointer, '/id', id)
    }
  })

  test('the counts tell the contribution standard from the other entries', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const standard = await site.publish({ path: '/tools/contribution-standard', title: 'How to write' })
    await site.publish({ path: '/tools/hammer' })
    await site.publish({ path: '/tools/saw' })
    assert.partialDeepStrictEqual(await topicOf(site, 'tools'), {
      published_counts: { total: 3, other_entries: 2, reviewed: 0 },
      contribution_standard: {
        entry_id: standard.entry_id,
        content_hash: standard.content_hash,
        path: '/tools/contribution-standard',
        title: 'How to write',
      },
    })
  })

  test('a new policy follows the one in force, and gets the defaults for what is left out', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { policy_hash } = await topicOf(site, 'tools')
    const path = '/api/v1/topics/tools/policy'
    const wish = { token: site.admin }
    const body = { expected_policy_hash: policy_hash, minimum_evidence: 2, publication_modes: [] }
    const policy = (await site.post(path, body, wish)).as('setPolicy')
    assert.partialDeepStrictEqual(policy, {
      previous_hash: policy_hash,
      minimum_evidence: 2,
      publication_modes: [],
      evidence_ttl_days: 180,
    })
    assert.deepEqual((await site.get(path)).as('getPolicy'), policy)
    const late = (await site.post(path, body, wish)).refused('compare_and_set_mismatch')
    assert.equal(late.current, policy.policy_hash)
    for (const hash of [policy_hash, policy.policy_hash])
      assert.equal((await site.get(`/objects/${hash}`)).status, 200)
  })

  test('a policy out of its limits is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { policy_hash } = await topicOf(site, 'tools')
    for (const [field, value] of [
      ['evidence_ttl_days', 0],
      ['evidence_ttl_days', 1.5],
      ['review_focuses', []],
      ['review_focuses', ['accuracy', 'accuracy']],
      ['review_focuses', ['two\nlines']],
      ['minimum_evidence', -1],
      ['publication_modes', ['secret']],
      ['publication_modes', 'direct'],
    ] as const) {
      const body = { expected_policy_hash: policy_hash, [field]: value }
      const refused = await site.post('/api/v1/topics/tools/policy', body, { token: site.admin })
      assert.match(refused.refused('invalid_request').errors?.[0]?.pointer ?? '', new RegExp(`^/${field}`))
    }
    assert.equal((await topicOf(site, 'tools')).policy_hash, policy_hash)
  })

  test('visibility changes by compare and set, and each change is written down with its reason', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools', 'invited')
    const curator = await site.token({ preset: 'curator', topic_grants: ['tools'], label: 'Cora' })
    const path = '/api/v1/topics/tools/visibility'
    const change = (expected_visibility: string, visibility: string, reason: string) =>
      site.post(path, { expected_visibility, visibility, reason }, { token: curator })
    assert.equal((await change('invited', 'public', 'ready')).as('changeVisibility').visibility, 'public')
    const stale = (await change('invited', 'public', 'late')).refused('compare_and_set_mismatch')
    assert.equal(stale.current, 'public')
    ;(await change('public', 'public', 'same')).refused('invalid_state')
    assert.equal(
      (await change('public', 'invited', ' ')).refused('invalid_request').errors?.[0]?.pointer,
      '/reason',
    )
    site.clock.advance({ minutes: 1 })
    ;(await change('public', 'invited', 'two\nlines')).as('changeVisibility')
    const page = (await site.get(path, { token: curator })).as('listVisibilityChanges')
    assert.deepEqual(page.items, [
      {
        changed_at: '2026-03-02T09:31:00.000Z',
        changed_by: 'Cora',
        from: 'public',
        to: 'invited',
        from_profile: null,
        to_profile: null,
        reason: 'two\nlines',
      },
      {
        changed_at: '2026-03-02T09:30:00.000Z',
        changed_by: 'Cora',
        from: 'invited',
        to: 'public',
        from_profile: null,
        to_profile: null,
        reason: 'ready',
      },
    ])
  })

  test('topics are listed in pages, each once, to those who can read them', async (t) => {
    const site = await sites.open(t)
    for (const id of ['cc', 'aa', 'dd']) await site.topic(id)
    await site.topic('bb', 'invited')
    const list = async (token: string | null) => {
      const seen: string[] = []
      for (let query: string | null = 'limit=2'; query !== null; ) {
        const page: { items: { id: string }[]; next_cursor: string | null } = (
          await site.get(`/api/v1/topics?${query}`, { token })
        ).as('listTopics')
        seen.push(...page.items.map((topic) => topic.id))
        query = page.next_cursor && `limit=2&cursor=${page.next_cursor}`
      }
      return seen
    }
    assert.deepEqual(await list(null), ['aa', 'cc', 'dd'])
    assert.deepEqual(await list(site.admin), ['aa', 'bb', 'cc', 'dd'])
    const bounded = await site.token({ preset: 'contributor', topic_grants: ['aa'] })
    assert.deepEqual(await list(bounded), ['aa', 'cc', 'dd'])
  })
})
