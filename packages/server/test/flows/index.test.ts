import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'
import type { Published } from '../support/steps.ts'

/** Walks the index to its end; `between` runs after each page. */
async function walk(
  site: Site,
  filters: string,
  between: (page: number) => Promise<unknown> = async () => {},
) {
  const seen: string[] = []
  for (let query: string | null = filters, page = 1; query !== null; page += 1) {
    const answer = await site.get(`/api/v1/index?${query}`)
    const { items, next_cursor } = answer.as('listIndex')
    seen.push(...items.map((item) => item.path))
    query = next_cursor && `${filters}&cursor=${next_cursor}`
    const link = answer.header('link')
    assert.equal(link, query && `</api/v1/index?${query}>; rel="next"`)
    await between(page)
  }
  return seen
}

async function publishMany(
  site: Site,
  count: number,
  topics: readonly string[] = ['tools'],
): Promise<Published[]> {
  const made: Published[] = []
  for (let place = 0; place < count; place += 1)
    made.push(await site.publish({ path: `/${topics[place % topics.length]}/n${place}` }))
  return made
}

describeSites((sites) => {
  test('every entry comes once, newest publication first', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await publishMany(site, 7)
    const expected = [6, 5, 4, 3, 2, 1, 0].map((place) => `/tools/n${place}`)
    for (const limit of [1, 3, 7, 100]) assert.deepEqual(await walk(site, `limit=${limit}`), expected)
    assert.deepEqual(await walk(site, ''), [...expected])
  })

  test('entries that are published again while a client pages are neither skipped nor repeated', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const made = await publishMany(site, 8, ['tools', 'toys'])
    const paths = made.map((entry) => entry.path)
    const again = async (page: number) => {
      const revised = made[page - 1]
      const other = made[made.length - page]
      // The clock stands still: times of publication must differ without its help.
      for (const entry of page <= 4 ? [revised, other] : [])
        if (entry) await site.publish({ path: entry.path, revises: entry, title: `Again ${page}` })
      await site.publish({ path: `/tools/new-${page}` })
    }
    const seen = await walk(site, 'limit=2', again)
    assert.deepEqual(seen.filter((path) => paths.includes(path)).sort(), [...paths].sort())
    assert.deepEqual(
      seen.filter((path) => path.includes('new')),
      [],
    )
  })

  test('a publication in another topic is later than all before it, although the clock stands still', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const [oldest] = await publishMany(site, 2, ['toys'])
    await publishMany(site, 6)
    const seen = await walk(site, 'limit=1', async (page) => {
      if (page === 7 && oldest) await site.publish({ path: '/toys/n0', revises: oldest })
    })
    assert.deepEqual(seen.slice(-2), ['/toys/n1', '/toys/n0'])
    assert.equal(seen.length, 8)
  })

  test('a publication in an invited topic moves the time of no other topic', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('cellar', 'invited')
    // What was opened has this millisecond.
    site.clock.advance({ seconds: 1 })
    for (const name of ['a', 'b']) await site.publish({ path: `/cellar/${name}` })
    const { published_at } = await site.publish({ path: '/tools/saw' })
    assert.equal(published_at, site.app.ambient.now())
  })

  test('an entry that moves while a client pages comes once', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const [oldest] = await publishMany(site, 4)
    const seen = await walk(site, 'limit=1', async (page) => {
      if (page === 1 && oldest) await site.publish({ path: '/tools/moved', revises: oldest })
    })
    assert.deepEqual(seen, ['/tools/n3', '/tools/n2', '/tools/n1', '/tools/moved'])
  })

  test('filters by topic and by mode', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    await publishMany(site, 4, ['tools', 'toys'])
    await site.publish({ path: '/toys/urgent', mode: 'admin_override', reason: 'urgent' })
    assert.deepEqual(await walk(site, 'topic=toys&limit=2'), ['/toys/urgent', '/toys/n3', '/toys/n1'])
    assert.deepEqual(await walk(site, 'mode=admin_override'), ['/toys/urgent'])
    assert.deepEqual(await walk(site, 'mode=reviewed'), [])
    assert.deepEqual(await walk(site, 'topic=nowhere'), [])
  })

  // One site: nothing of it changes.
  test('every query that is not in the contract is refused', async (t) => {
    const site = await sites.open(t)
    for (const query of BAD_QUERIES) {
      const answer = await site.get(`/api/v1/index?${query}`)
      assert.equal(answer.refused('invalid_request').errors?.[0]?.location, 'query', query)
    }
  })
})

const BAD_QUERIES = [
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=25%20',
  'limit=+25',
  'limit=0x10',
  'limit=1e1',
  'limit=010',
  'limit=',
  'limit=99999999999999999999',
  'limit=5&limit=5',
  'limit[]=5',
  'topic=Tools',
  'topic=tools&topic=toys',
  'mode=secret',
  'unknown=1',
  '__proto__=1',
  'constructor=1',
  'topic=',
]
