import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnswerOf, OPERATIONS, type Operation, type Operations } from '@colophon/contract'
import { fillApp } from '../../../../bench/fill.ts'
import type { EntryRow } from '../../src/storage/rows/catalog.ts'
import { noteStatements, openPlanReader, type Statement } from '../support/list-plans.ts'
import { describeSites, type Site } from '../support/site.ts'

const TOPICS = Array.from({ length: 40 }, (_, place) => `topic-${place}`)
/** PostgreSQL publishes fewer in the time. */
const ENTRIES = { sqlite: 800, postgres: 200 }

/** What does not grow with a site, or grows with what is asked for alone. */
const ALLOWED: readonly { readonly text: RegExp; readonly why: string }[] = [
  {
    text: /"revisions"\."superseded_at" is not null/,
    why: 'sorts what was published again since the walk began, and between two places of it',
  },
  {
    text: /select count\(\*\) as "count" from "tokens"/,
    why: 'tokens are given one by one, and counted for administrators',
  },
  { text: /from "snapshots"/, why: 'snapshots are taken one by one' },
]

/** Every second topic is public, and entries take turns. */
async function furnish(site: Site): Promise<void> {
  for (const [place, topic] of TOPICS.entries()) await site.topic(topic, place % 2 ? 'invited' : 'public')
  await fillApp(site.app, ENTRIES[site.app.storage.engine], (place) => ({
    path: `/${TOPICS[place % TOPICS.length]}/article-${place}`,
    title: `Article ${place}`,
    summary: 'One of many.',
    body: `# Article ${place}\n`,
  }))
}

/** The address of each list of the contract, for something that is there. */
async function listAddresses(site: Site): Promise<string[]> {
  const { items } = (await site.get('/api/v1/index?limit=1')).as('listIndex')
  const [item] = items
  assert.ok(item)
  const { suggestion_id } = await doubt(site, item)
  const named: Readonly<Record<string, string>> = {
    'entries/{': item.entry_id,
    'objects/{': item.content_hash,
    'candidates/{': item.content_hash,
    'topics/{': item.topic_id,
    'suggestions/{': suggestion_id,
    'lineage/{': item.content_hash,
  }
  const operations: readonly Operation[] = Object.values(OPERATIONS)
  const lists = operations.filter(({ method, query }) => method === 'GET' && 'cursor' in propertiesOf(query))
  return lists.flatMap(({ path, query }) => {
    const address = path.replace(/(\w+\/\{)\w+\}/g, (_, kind: string) => {
      const name = named[kind]
      assert.ok(name, `${path}: nothing for ${kind}`)
      return `${kind.slice(0, -1)}${name}`
    })
    const asked = 'q' in propertiesOf(query) ? `${address}?q=article` : address
    return [asked, ...filtersOf(propertiesOf(query)).map((filter) => `${address}?${filter}`)]
  })
}

/** A use and an accepted doubt of an article: who tells of them gets notices. */
async function doubt(
  site: Site,
  { content_hash }: { content_hash: string },
): Promise<{ suggestion_id: string }> {
  const admin = { token: site.admin }
  ;(await site.post(`/api/v1/objects/${content_hash}/signals`, { value: 'up' }, admin)).as('reportSignal')
  const asked = { topic_id: TOPICS[0], kind: 'correction', question: 'Which?', motivation: 'Many ask.' }
  const named = { ...asked, related_hashes: [content_hash] }
  const { suggestion_id } = (await site.post('/api/v1/suggestions', named, admin)).as('createSuggestion')
  const triage = { expected_triage_state: 'untriaged', state: 'accepted', reason: 'Worth a look.' }
  ;(await site.post(`/api/v1/suggestions/${suggestion_id}/triage`, triage, admin)).as('triageSuggestion')
  return { suggestion_id }
}

function propertiesOf(query: object | undefined): Readonly<Record<string, object>> {
  return query !== undefined && 'properties' in query ? (query.properties as Record<string, object>) : {}
}

/** Each filter of a list with each of its members, or with a topic. */
function filtersOf(properties: Readonly<Record<string, object>>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (name === 'topic' && !('q' in properties)) return [`topic=${TOPICS[0]}`]
    if (name === 'claimable') return ['claimable=true', 'claimable=false']
    const members = 'enum' in schema && Array.isArray(schema.enum) && name !== 'match' ? schema.enum : []
    return members.map((member) => `${name}=${member}`)
  })
}

describeSites((sites) => {
  test('no list reads or sorts a table that grows', async (t) => {
    const statements = noteStatements(t)
    const site = await sites.open(t, { blobs: 'database' })
    await furnish(site)
    const half = await site.token({ preset: 'curator', topic_grants: [TOPICS[1] ?? ''], review_grants: [] })
    const proposer = await site.token({ preset: 'contributor', topic_grants: TOPICS.slice(0, 6) })
    const addresses = await listAddresses(site)
    assert.ok(addresses.length > 40)
    const before = new Set(statements().map(({ text }) => text))
    for (const address of addresses)
      for (const token of [null, site.admin, half, proposer]) await walkTwoPages(site, address, token)
    for (const page of ['/', '/read', '/feed.atom', '/sitemap.xml', '/llms.txt', `/topics/${TOPICS[0]}`])
      await site.get(page)
    const reader = await openPlanReader(site.settings.databaseUrl)
    const made = statements().filter(({ text }) => !before.has(text) || /found|walk/.test(text))
    assert.ok(made.length > 20)
    const complaints = await complaintsAbout(made, reader).finally(reader.close)
    assert.deepEqual(complaints, [])
  })

  test('a list over many topics has what each caller may read, newest first', async (t) => {
    const site = await sites.open(t, { blobs: 'database' })
    await furnish(site)
    const half = await site.token({ preset: 'curator', topic_grants: TOPICS.slice(0, 3), review_grants: [] })
    const all = await site.app.storage.read.selectFrom('entries').selectAll().execute()
    const place = (row: EntryRow) => `${row.published_at} ${row.publication_hash}`
    const newest = all.sort((one, other) => (place(one) > place(other) ? -1 : 1))
    const isPublic = (topic: string) => TOPICS.indexOf(topic) % 2 === 0
    const views: [string | null, (topic: string) => boolean][] = [
      [null, isPublic],
      [half, (topic) => isPublic(topic) || topic === TOPICS[1]],
      [site.admin, () => true],
    ]
    for (const [token, mayRead] of views)
      for (const filter of ['', 'mode=direct', 'mode=reviewed', `topic=${TOPICS[1]}`]) {
        const expected = newest.filter(
          ({ topic_id, mode }) =>
            mayRead(topic_id) &&
            (!filter.startsWith('mode') || filter === `mode=${mode}`) &&
            (!filter.startsWith('topic') || filter === `topic=${topic_id}`),
        )
        const seen = await walkIndex(site, `limit=37&${filter}`, token)
        assert.deepEqual(
          seen,
          expected.map(({ path }) => path),
          `${filter} ${token === null}`,
        )
      }
  })
})

async function walkTwoPages(site: Site, address: string, token: string | null): Promise<void> {
  const first = await site.get(`${address}${address.includes('?') ? '&' : '?'}limit=2`, { token })
  const next = /<([^>]+)>; rel="next"/.exec(first.header('link') ?? '')?.[1]
  if (next !== undefined) await site.get(next, { token })
}

type IndexPage = AnswerOf<Operations['listIndex']>

async function walkIndex(site: Site, filters: string, token: string | null): Promise<string[]> {
  const seen: string[] = []
  for (let query: string | null = filters; query !== null; ) {
    const page: IndexPage = (await site.get(`/api/v1/index?${query}`, { token })).as('listIndex')
    const { items, next_cursor } = page
    seen.push(...items.map(({ path }) => path))
    query = next_cursor && `${filters}&cursor=${next_cursor}`
  }
  return seen
}

async function complaintsAbout(
  statements: readonly Statement[],
  reader: Awaited<ReturnType<typeof openPlanReader>>,
): Promise<string[]> {
  const found: string[] = []
  for (const statement of statements) {
    if (ALLOWED.some(({ text }) => text.test(statement.text))) continue
    for (const complaint of await reader.complaints(statement)) found.push(`${complaint}: ${statement.text}`)
  }
  return found
}
