import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSiteFact } from '../../src/catalog/site-facts.ts'
import { linesToTry, publishExamples, readExampleTopics } from '../../src/commands/examples.ts'
import { wholeStream } from '../support/changes.ts'
import { describeSites, type Site } from '../support/site.ts'

const FOLDER = join(import.meta.dirname, '../../examples')

async function countPublications(site: Site): Promise<number> {
  const counted = await site.app.storage.read
    .selectFrom('publications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return counted?.count ?? 0
}

function fileCount(topic: string): number {
  return readdirSync(join(FOLDER, topic)).filter((name) => name.endsWith('.md')).length
}

describeSites((sites) => {
  test('the examples are there for anyone, every one of them, each topic with its standard', async (t) => {
    const site = await sites.open(t)
    // The observation among them was made on a day that a standing clock may not have reached.
    site.clock.set('2026-11-15T12:00:00.000Z')
    await publishExamples(site.app)
    const topics = (await site.get('/api/v1/topics')).as('listTopics').items
    const expected = await readExampleTopics()
    assert.deepEqual(
      topics.map(({ id, title, summary }) => ({ id, title, summary })),
      expected,
    )
    for (const topic of topics) {
      assert.equal(topic.published_counts.total, fileCount(topic.id), topic.id)
      assert.equal(topic.contribution_standard?.path, `/${topic.id}/contribution-standard`)
    }
    const changes = await site.get('/api/v1/topics/contact-import/visibility', { token: await site.token() })
    assert.match(changes.as('listVisibilityChanges').items[0]?.reason ?? '', /come with the press/)
    const published = (await wholeStream(site)).filter(({ change }) => change === 'publication')
    assert.equal(published.length, await countPublications(site))
  })

  test('an observation among them has its times', async (t) => {
    const site = await sites.open(t)
    site.clock.set('2026-11-15T12:00:00.000Z')
    await publishExamples(site.app)
    const path = '/calendar-recurrence/observed-node-24-time-zones'
    const entry = (await site.get(`/api/v1/resolve?path=${path}`)).as('resolvePath')
    assert.equal(entry.document_kind, 'observation')
    assert.equal(entry.refresh_after, '2027-04-30T12:00:00.000Z')
  })

  test('they are published once, also by two processes at the same time', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    await Promise.all([publishExamples(site.app), publishExamples(other.app)])
    const count = await countPublications(site)
    await publishExamples(site.app)
    assert.equal(await countPublications(site), count)
    assert.equal(await readSiteFact(site.app.storage.read, 'examples'), 'published')
  })

  test('a store with a topic of its own stays as it is', async (t) => {
    const site = await sites.open(t)
    await site.topic('mine')
    await publishExamples(site.app)
    const topics = (await site.get('/api/v1/topics')).as('listTopics').items
    assert.deepEqual(
      topics.map(({ id }) => id),
      ['mine'],
    )
    assert.match(await linesToTry(site.app), /agent\.md/)
  })

  test('the lines to try name what is really there', async (t) => {
    const site = await sites.open(t)
    await publishExamples(site.app)
    const lines = await linesToTry(site.app)
    const addresses = [...lines.matchAll(/curl '?(http[^'\s]+)/g)].map(([, address = '']) => address)
    assert.equal(addresses.length, 4)
    for (const address of addresses)
      assert.equal((await site.get(address.slice(site.url.length))).status, 200, address)
  })
})
