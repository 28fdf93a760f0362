import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/answer.ts'
import { describeSites, type Site } from '../support/site.ts'

interface Asked {
  state?: 'retired' | 'active'
  expected?: string | null
  replacements?: string[]
  token?: string
}

function retire(site: Site, hash: string, asked: Asked = {}): Promise<Answer> {
  const body = {
    state: asked.state ?? 'retired',
    expected_retirement_hash: asked.expected ?? null,
    reason: 'superseded by better knowledge',
    replacement_hashes: asked.replacements ?? [],
  }
  return site.post(`/api/v1/objects/${hash}/retirement`, body, { token: asked.token ?? site.admin })
}

async function indexed(site: Site): Promise<string[]> {
  return (await site.get('/api/v1/index')).as('listIndex').items.map((item) => item.content_hash)
}

async function counts(site: Site) {
  return (await site.get('/api/v1/topics/tools')).as('getTopic').published_counts
}

describeSites((sites) => {
  test('decisions on an entry have increasing times, although the clock stands still', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw' })
    const retired = (await retire(site, saw.content_hash)).as('retireRevision')
    const asked = { state: 'active', expected: retired.retirement_hash } as const
    const active = (await retire(site, saw.content_hash, asked)).as('retireRevision')
    const body = { mode: 'direct', expected_head_hash: saw.content_hash }
    const path = `/api/v1/candidates/${saw.content_hash}/publish`
    const again = (await site.post(path, body, { token: site.admin })).as('publishCandidate')
    const times = [saw.published_at, retired.decided_at, active.decided_at, again.published_at]
    assert.deepEqual(times, [...new Set(times)].sort())
  })

  test('a retired head leaves index and counts, and its entry and path show a tombstone', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const saw = await site.publish({ path: '/tools/saw' })
    const hammer = await site.publish({ path: '/tools/hammer' })
    const retired = (await retire(site, hammer.content_hash, { replacements: [saw.content_hash] })).as(
      'retireRevision',
    )
    assert.equal(retired.state, 'retired')
    assert.equal(retired.previous_hash, null)
    assert.deepEqual(await indexed(site), [saw.content_hash])
    assert.deepEqual(await counts(site), { total: 1, other_entries: 1, reviewed: 0 })
    const entry = (await site.get(`/api/v1/entries/${hammer.entry_id}`)).as('getEntry')
    assert.equal(entry.status, 'retired')
    assert.equal(entry.content_hash, hammer.content_hash)
    assert.deepEqual(entry.retirement, {
      retirement_hash: retired.retirement_hash,
      reason: 'superseded by better knowledge',
      retired_at: retired.decided_at,
      replacements: [
        {
          content_hash: saw.content_hash,
          entry_id: saw.entry_id,
          path: '/tools/saw',
          title: 'About /tools/saw',
        },
      ],
    })
    const resolved = (await site.get('/api/v1/resolve?path=/tools/hammer')).as('resolvePath')
    assert.deepEqual(resolved.retirement, entry.retirement)
  })

  test('the bytes of a retired revision stay, and say in their headers that it is retired', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const before = await site.get(`/objects/${hammer.content_hash}`)
    assert.equal(before.header('deprecation'), null)
    const record = (await retire(site, hammer.content_hash)).as('retireRevision')
    const after = await site.get(`/objects/${hammer.content_hash}`)
    assert.equal(after.text, before.text)
    assert.equal(after.header('deprecation'), `@${Math.floor(Date.parse(record.decided_at) / 1000)}`)
    assert.ok(after.header('link')?.includes(`</objects/${record.retirement_hash}>; rel="deprecation"`))
    const said = (await site.get(`/objects/${record.retirement_hash}`)).json
    assert.equal(said.kind, 'retirement')
    assert.equal(said.content_hash, hammer.content_hash)
    const known = await site.get(`/objects/${hammer.content_hash}`, {
      headers: { 'if-none-match': `"${hammer.content_hash}"` },
    })
    assert.equal(known.status, 304)
    assert.equal(known.header('deprecation'), after.header('deprecation'))
    await retire(site, hammer.content_hash, { state: 'active', expected: record.retirement_hash })
    const again = await site.get(`/objects/${hammer.content_hash}`)
    assert.equal(again.header('deprecation'), null)
    assert.ok(!again.header('link')?.includes('deprecation'))
  })

  test('a historical revision is retired while the head stays listed', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const first = await site.publish({ path: '/tools/hammer' })
    const second = await site.publish({ path: '/tools/hammer', title: 'Second', revises: first })
    ;(await retire(site, first.content_hash, { replacements: [second.content_hash] })).as('retireRevision')
    assert.deepEqual(await indexed(site), [second.content_hash])
    const entry = (await site.get(`/api/v1/entries/${first.entry_id}`)).as('getEntry')
    assert.equal(entry.status, 'published')
    assert.equal(entry.retirement, null)
    const revisions = (await site.get(`/api/v1/entries/${first.entry_id}/revisions`)).as(
      'listRevisions',
    ).items
    assert.deepEqual(
      revisions.map((revision) => revision.retirement_state),
      ['active', 'retired'],
    )
  })

  test('a reactivated head is unlisted until it is published again', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const record = (await retire(site, hammer.content_hash)).as('retireRevision')
    const active = { state: 'active', expected: record.retirement_hash } as const
    ;(await retire(site, hammer.content_hash, active)).as('retireRevision')
    assert.deepEqual(await indexed(site), [])
    const entry = (await site.get(`/api/v1/entries/${hammer.entry_id}`)).as('getEntry')
    assert.equal(entry.status, 'unlisted')
    assert.equal(entry.retirement, null)
    const publish = { mode: 'direct', expected_head_hash: hammer.content_hash }
    const path = `/api/v1/candidates/${hammer.content_hash}/publish`
    ;(await site.post(path, publish, { token: site.admin })).as('publishCandidate')
    assert.deepEqual(await indexed(site), [hammer.content_hash])
    assert.deepEqual(await counts(site), { total: 1, other_entries: 1, reviewed: 0 })
  })

  test('a retired head is published again only after it is made active', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    await retire(site, hammer.content_hash)
    const publish = { mode: 'direct', expected_head_hash: hammer.content_hash }
    const path = `/api/v1/candidates/${hammer.content_hash}/publish`
    ;(await site.post(path, publish, { token: site.admin })).refused('invalid_state')
  })

  test('a successor of a retired head lists the entry again', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const first = await site.publish({ path: '/tools/hammer' })
    await retire(site, first.content_hash)
    const second = await site.publish({ path: '/tools/hammer', title: 'Second', revises: first })
    assert.deepEqual(await indexed(site), [second.content_hash])
    assert.deepEqual(await counts(site), { total: 1, other_entries: 1, reviewed: 0 })
    const entry = (await site.get(`/api/v1/entries/${first.entry_id}`)).as('getEntry')
    assert.equal(entry.status, 'published')
    assert.equal(entry.retirement, null)
  })

  test('a head is retired while its successor is published: either order lists the successor', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    for (let round = 0; round < 4; round += 1) {
      const path = `/tools/hammer-${round}`
      const first = await site.publish({ path })
      const next = await site.candidate({ path, title: 'Second', revises: first })
      const publish = { mode: 'direct', expected_head_hash: first.content_hash }
      const publication = () =>
        site.post(`/api/v1/candidates/${next.candidate_hash}/publish`, publish, { token: site.admin })
      const retirement = () => retire(site, first.content_hash)
      const acts = round % 2 === 0 ? [publication, retirement] : [retirement, publication]
      const answers = await Promise.all(acts.map((act) => act()))
      assert.deepEqual(
        answers.map((answer) => answer.status),
        [201, 201],
      )
      const entry = (await site.get(`/api/v1/resolve?path=${path}`)).as('resolvePath')
      assert.equal(entry.status, 'published')
      assert.equal(entry.content_hash, next.candidate_hash)
      assert.equal((await indexed(site))[0], next.candidate_hash)
      assert.equal((await counts(site)).total, round + 1)
      const old = (await site.get(`/api/v1/objects/${first.content_hash}/retirement`)).as('listRetirements')
      assert.equal(old.state, 'retired')
    }
  })

  test('a token that is stale, null or of another revision is told the current one', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const saw = await site.publish({ path: '/tools/saw' })
    const hammer = await site.publish({ path: '/tools/hammer' })
    const other = (await retire(site, saw.content_hash)).as('retireRevision')
    const first = await retire(site, hammer.content_hash, { expected: other.retirement_hash })
    assert.equal(first.refused('compare_and_set_mismatch').current, null)
    const record = (await retire(site, hammer.content_hash)).as('retireRevision')
    for (const expected of [null, other.retirement_hash, '0'.repeat(64)]) {
      const refused = await retire(site, hammer.content_hash, { state: 'active', expected })
      assert.equal(refused.refused('compare_and_set_mismatch').current, record.retirement_hash)
    }
    ;(await retire(site, hammer.content_hash, { expected: record.retirement_hash })).refused('invalid_state')
    ;(await retire(site, saw.content_hash, { state: 'active' })).refused('compare_and_set_mismatch')
  })

  test('replacements that cannot be one are refused in the same words', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('hidden', 'invited')
    await site.topic('other')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const old = await site.publish({ path: '/tools/saw' })
    const saw = await site.publish({ path: '/tools/saw', title: 'Second', revises: old })
    const gone = await site.publish({ path: '/tools/gone' })
    await retire(site, gone.content_hash)
    const bad = [
      hammer.content_hash,
      old.content_hash,
      gone.content_hash,
      (await site.candidate({ path: '/tools/draft' })).candidate_hash,
      (await site.publish({ path: '/hidden/saw' })).content_hash,
      (await site.publish({ path: '/other/saw' })).content_hash,
      saw.publication_hash,
      'f'.repeat(64),
    ]
    const curator = await site.token({ preset: 'curator', topic_grants: ['tools'] })
    const words = new Set<string>()
    for (const hash of bad) {
      const answer = await retire(site, hammer.content_hash, {
        replacements: [saw.content_hash, hash],
        token: curator,
      })
      const [error] = answer.refused('invalid_request').errors ?? []
      assert.equal(error?.pointer, '/replacement_hashes/1')
      words.add(error?.message ?? '')
    }
    assert.equal(words.size, 1)
    const twice = [saw.content_hash, saw.content_hash]
    ;(await retire(site, hammer.content_hash, { replacements: twice })).refused('invalid_request')
    const many = Array.from({ length: 101 }, (_, n) => n.toString(16).padStart(64, '0'))
    ;(await retire(site, hammer.content_hash, { replacements: many })).refused('invalid_request')
    const record = (await retire(site, hammer.content_hash, { replacements: [saw.content_hash] })).as(
      'retireRevision',
    )
    const active = { state: 'active', expected: record.retirement_hash } as const
    ;(await retire(site, hammer.content_hash, { ...active, replacements: [saw.content_hash] })).refused(
      'invalid_request',
    )
  })

  test('a replacement stays pinned when it is superseded or retired', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const saw = await site.publish({ path: '/tools/saw', title: 'First saw' })
    await retire(site, hammer.content_hash, { replacements: [saw.content_hash] })
    const better = await site.publish({ path: '/tools/jigsaw', title: 'Second saw', revises: saw })
    await retire(site, saw.content_hash)
    const { retirement } = (await site.get(`/api/v1/entries/${hammer.entry_id}`)).as('getEntry')
    assert.deepEqual(retirement?.replacements, [
      { content_hash: saw.content_hash, entry_id: better.entry_id, path: '/tools/saw', title: 'First saw' },
    ])
  })

  test('only a curator of the topic retires, and only a published revision', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('hidden', 'invited')
    await site.topic('other')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const hidden = await site.publish({ path: '/hidden/saw' })
    const draft = await site.candidate({ path: '/tools/draft' })
    const elsewhere = await site.token({ preset: 'curator', topic_grants: ['other'] })
    ;(await retire(site, hammer.content_hash, { token: elsewhere })).refused('forbidden')
    ;(await retire(site, hidden.content_hash, { token: elsewhere })).refused('not_found')
    const author = await site.token({ preset: 'trusted_author' })
    ;(await retire(site, hammer.content_hash, { token: author })).refused('forbidden')
    for (const hash of [draft.candidate_hash, hammer.publication_hash, hammer.proposal_hash, '0'.repeat(64)])
      (await retire(site, hash)).refused('not_found')
  })

  test('the retained records are read by whoever reads the revision, and by nobody else', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const path = `/api/v1/objects/${hammer.content_hash}/retirement`
    const before = (await site.get(path)).as('listRetirements')
    assert.deepEqual(before, {
      content_hash: hammer.content_hash,
      state: 'active',
      retirement_hash: null,
      items: [],
      next_cursor: null,
    })
    let expected: string | null = null
    for (const state of ['retired', 'active', 'retired'] as const)
      expected = (await retire(site, hammer.content_hash, { state, expected })).as(
        'retireRevision',
      ).retirement_hash
    const first = (await site.get(`${path}?limit=2`)).as('listRetirements')
    const rest = (await site.get(`${path}?limit=2&cursor=${first.next_cursor}`)).as('listRetirements')
    const records = [...first.items, ...rest.items]
    assert.deepEqual(
      records.map((record) => record.state),
      ['retired', 'active', 'retired'],
    )
    assert.deepEqual(
      records.map((record) => record.previous_hash),
      [null, records[0]?.retirement_hash, records[1]?.retirement_hash],
    )
    assert.equal(rest.next_cursor, null)
    assert.equal(rest.retirement_hash, expected)
    const close = { expected_visibility: 'public', visibility: 'invited', reason: 'not for everybody' }
    ;(await site.post('/api/v1/topics/tools/visibility', close, { token: site.admin })).as('changeVisibility')
    ;(await site.get(path)).refused('not_found')
    ;(await site.get(`/objects/${expected}`)).refused('not_found')
    ;(await site.get('/api/v1/resolve?path=/tools/hammer')).refused('not_found')
    ;(await site.get(`/api/v1/entries/${hammer.entry_id}`)).refused('not_found')
  })

  test('the same key gives the same retirement once', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const path = `/api/v1/objects/${hammer.content_hash}/retirement`
    const body = { state: 'retired', reason: 'wrong' }
    const wish = { token: site.admin, key: 'once' }
    const answers = await Promise.all([1, 2, 3].map(() => site.post(path, body, wish)))
    const done = answers.filter((answer) => answer.status === 201)
    assert.ok(done.length >= 1)
    assert.equal(new Set(done.map((answer) => answer.text)).size, 1)
    const page = (await site.get(path)).as('listRetirements')
    assert.equal(page.items.length, 1)
    assert.equal((await counts(site)).total, 0)
  })
})
