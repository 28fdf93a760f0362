import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from '../support/readers.ts'
import { describeSites, type Site } from '../support/site.ts'

const NOTHING = {
  state: 'unknown',
  entry_id: null,
  head_hash: null,
  path: null,
  title: null,
  replacements: [],
  freshness: null,
}

function statusPath(...hashes: string[]): string {
  return `/api/v1/status?${hashes.map((hash) => `sha256=${hash}`).join('&')}`
}

async function statusOf(site: Site, hash: string, token?: string) {
  const { items } = (await site.get(statusPath(hash), token === undefined ? {} : { token })).as('getStatus')
  assert.equal(items.length, 1)
  return items[0]
}

async function retire(site: Site, hash: string, body: object) {
  const asked = { expected_retirement_hash: null, reason: 'It is wrong.', ...body }
  const answer = await site.post(`/api/v1/objects/${hash}/retirement`, asked, { token: site.admin })
  return answer.as('retireRevision')
}

describeSites((sites) => {
  test('a citation is current until a later revision is published, and says where its entry is now', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw', title: 'Saws' })
    const { entry_id } = first
    assert.deepEqual(await statusOf(site, first.content_hash), {
      ...NOTHING,
      sha256: first.content_hash,
      state: 'current',
      entry_id,
      head_hash: first.content_hash,
      path: '/tools/saw',
      title: 'Saws',
    })
    const second = await site.publish({ path: '/tools/blade', title: 'Blades', revises: first })
    assert.deepEqual(await statusOf(site, first.content_hash), {
      ...NOTHING,
      sha256: first.content_hash,
      state: 'superseded',
      entry_id,
      head_hash: second.content_hash,
      path: '/tools/blade',
      title: 'Saws',
    })
  })

  test('a retired revision names what replaces it, and stands again when it is reactivated', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const wrong = await site.publish({ path: '/tools/saw', title: 'Saws' })
    const right = await site.publish({ path: '/tools/axe', title: 'Axes' })
    const { retirement_hash } = await retire(site, wrong.content_hash, {
      state: 'retired',
      replacement_hashes: [right.content_hash],
    })
    const retired = await statusOf(site, wrong.content_hash)
    assert.deepEqual(
      [retired?.state, retired?.head_hash, retired?.replacements],
      [
        'retired',
        wrong.content_hash,
        [
          {
            content_hash: right.content_hash,
            entry_id: right.entry_id,
            path: '/tools/axe',
            title: 'Axes',
          },
        ],
      ],
    )
    await retire(site, wrong.content_hash, { state: 'active', expected_retirement_hash: retirement_hash })
    const active = await statusOf(site, wrong.content_hash)
    assert.deepEqual([active?.state, active?.replacements], ['current', []])
  })

  test('a retired revision of the past leaves its head current', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    const second = await site.publish({ path: '/tools/saw', revises: first })
    await retire(site, first.content_hash, { state: 'retired' })
    const answer = await site.get(statusPath(first.content_hash, second.content_hash))
    assert.deepEqual(
      answer.as('getStatus').items.map(({ state, head_hash }) => [state, head_hash]),
      [
        ['retired', second.content_hash],
        ['current', second.content_hash],
      ],
    )
  })

  test('an observation is due from the moment that it named', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const now = Date.parse(site.clock.now())
    const { content_hash } = await site.publish({
      path: '/tools/price',
      kind: 'observation',
      applicability: 'Workshops.',
      observed_at: new Date(now - 1000).toISOString(),
      refresh_after: new Date(now + 60_000).toISOString(),
    })
    assert.equal((await statusOf(site, content_hash))?.freshness, 'fresh')
    site.clock.advance({ seconds: 61 })
    assert.equal((await statusOf(site, content_hash))?.freshness, 'due')
  })

  test('what may not be read is unknown, as what is not there', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('secret', 'invited')
    const hidden = await site.publish({ path: '/secret/plan' })
    const { candidate_hash } = await site.candidate({ path: '/tools/draft' })
    const shown = await site.publish({ path: '/tools/saw' })
    const policy = (await site.get('/api/v1/topics/tools/policy')).as('getPolicy').policy_hash
    const asked = [hidden.content_hash, candidate_hash, policy, 'f'.repeat(64), shown.content_hash]
    const reader = await register(site)
    for (const token of [undefined, reader.token]) {
      const answer = await site.get(statusPath(...asked), token === undefined ? {} : { token })
      const { items } = answer.as('getStatus')
      assert.deepEqual(
        items.slice(0, 4),
        asked.slice(0, 4).map((sha256) => ({ sha256, ...NOTHING })),
      )
      assert.equal(items[4]?.state, 'current')
    }
    assert.equal((await statusOf(site, hidden.content_hash, site.admin))?.state, 'current')
    // A candidate is no published revision for whoever may read it either.
    assert.equal((await statusOf(site, candidate_hash, site.admin))?.state, 'unknown')
  })

  test('each hash has its answer in the order in which it was sent, also one that comes twice', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    const others = Array.from({ length: 98 }, (_, place) => place.toString(16).padStart(64, '0'))
    const asked = [content_hash, ...others, content_hash]
    const { items, next_cursor } = (await site.get(statusPath(...asked))).as('getStatus')
    assert.equal(next_cursor, null)
    assert.deepEqual(
      items.map(({ sha256 }) => sha256),
      asked,
    )
    assert.deepEqual(items.at(0), items.at(-1))
    const refused = (await site.get(statusPath(...asked, content_hash))).refused('invalid_request')
    assert.deepEqual(
      refused.errors?.map(({ location, pointer }) => [location, pointer]),
      [['query', 'sha256']],
    )
  })

  test('a query without hashes, with wrong ones or with other words is refused', async (t) => {
    const site = await sites.open(t)
    const hash = 'a'.repeat(64)
    const cases = [
      '',
      '?sha256=',
      `?sha256=${hash.toUpperCase()}`,
      `?sha256=${hash}0`,
      `?sha256=${hash}&sha256=%FF`,
      `?sha256=${hash},${hash}`,
      `?sha256[]=${hash}`,
      `?sha256=${hash}&cursor=1`,
    ]
    for (const query of cases) {
      const { errors } = (await site.get(`/api/v1/status${query}`)).refused('invalid_request')
      assert.ok(errors?.every(({ location }) => location === 'query'))
    }
    const { errors } = (await site.get(`/api/v1/status?sha256=${hash}&sha256=%FF`)).refused('invalid_request')
    assert.deepEqual(errors, [
      { location: 'query', pointer: 'sha256', message: 'must be string, sent each as percent-encoded UTF-8' },
    ])
  })
})
