import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEED_LIMITS } from '@colophon/contract'
import { DOMParser, type Document, onErrorStopParsing } from '@xmldom/xmldom'
import { fillApp } from '../../../../bench/fill.ts'
import { sha256Hex } from '../../src/core/hash.ts'
import { assertSame } from '../support/sameness.ts'
import { describePages, type Site } from '../support/site.ts'

const DOCUMENTS = ['/feed.atom', '/topics/tools/feed.atom', '/sitemap.xml', '/llms.txt']

/** Fails for what is not well-formed. */
function parse(text: string): Document {
  return new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
}

function textsOf(document: Document, name: string): string[] {
  return [...document.getElementsByTagName(name)].map((element) => element.textContent ?? '')
}

async function readXml(site: Site, path: string): Promise<Document> {
  const answer = await site.get(path)
  assert.equal(answer.status, 200)
  return parse(answer.text)
}

function retire(site: Site, hash: string) {
  const body = { state: 'retired', reason: 'no longer so' }
  return site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })
}

/** Listed entries and nothing else of them: thousands of publications would take a minute. */
async function publishListed(site: Site, topic: string, count: number): Promise<void> {
  const model = await site.publish({ path: `/${topic}/n0`, body: '.\n' })
  await site.app.storage.write(async (tx) => {
    const row = await tx
      .selectFrom('entries')
      .selectAll()
      .where('entry_id', '=', model.entry_id)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: count - 1 }, (_, place) => ({
      ...row,
      entry_id: `${row.entry_id}-${place}`,
      path: `/${topic}/n${place + 1}`,
      publication_hash: sha256Hex(`${topic} ${place}`),
    }))
    for (let from = 0; from < copies.length; from += 500)
      await tx
        .insertInto('entries')
        .values(copies.slice(from, from + 500))
        .execute()
    await tx.updateTable('topic_counts').set({ total: count }).where('topic_id', '=', topic).execute()
  })
}

describePages((sites) => {
  test('the feed of the site has the newest publications of every public topic', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const saw = await site.publish({ path: '/tools/saw', title: 'Saws <b>&amp; "blades" ]]> \'' })
    site.clock.advance({ minutes: 1 })
    const top = await site.publish({ path: '/toys/top', mode: 'admin_override', reason: 'urgent' })
    const feed = await readXml(site, '/feed.atom')
    assert.deepEqual(textsOf(feed, 'id').slice(1), [`urn:uuid:${top.entry_id}`, `urn:uuid:${saw.entry_id}`])
    assert.deepEqual(textsOf(feed, 'title').slice(1), ['About /toys/top', 'Saws <b>&amp; "blades" ]]> \''])
    assert.deepEqual(textsOf(feed, 'updated'), [top.published_at, top.published_at, saw.published_at])
    const terms = [...feed.getElementsByTagName('category')].map((one) => one.getAttribute('term'))
    assert.deepEqual(terms, ['toys', 'admin_override', 'tools', 'direct'])
    const links = [...feed.getElementsByTagName('link')].map((one) => one.getAttribute('href') ?? '')
    const sources = [...feed.getElementsByTagName('content')].map((one) => one.getAttribute('src') ?? '')
    assert.deepEqual(sources, [
      `${site.url}/objects/${top.content_hash}`,
      `${site.url}/objects/${saw.content_hash}`,
    ])
    for (const address of [...links, ...sources])
      assert.equal((await site.get(address.slice(site.url.length))).status, 200, address)
  })

  test('a topic has a feed of its own', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const saw = await site.publish({ path: '/tools/saw' })
    await site.publish({ path: '/toys/top' })
    const feed = await readXml(site, '/topics/tools/feed.atom')
    assert.deepEqual(textsOf(feed, 'title'), ['Topic tools', 'About /tools/saw'])
    assert.deepEqual(textsOf(feed, 'id'), [`${site.url}/topics/tools/feed.atom`, `urn:uuid:${saw.entry_id}`])
    ;(await site.get('/topics/Tools/feed.atom')).refused('invalid_request')
  })

  test('an entry that is revised is told once, with its new time', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    site.clock.advance({ minutes: 1 })
    const second = await site.publish({ path: '/tools/saw', revises: first })
    const feed = await readXml(site, '/feed.atom')
    assert.deepEqual(textsOf(feed, 'id').slice(1), [`urn:uuid:${first.entry_id}`])
    assert.deepEqual(textsOf(feed, 'updated'), [second.published_at, second.published_at])
  })

  test('what is invited, retired or not published moves no byte of what is told', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/saw' })
    const before = new Map<string, string>()
    for (const path of DOCUMENTS) before.set(path, (await site.get(path)).text)
    site.clock.advance({ minutes: 1 })
    await site.topic('vault', 'invited')
    await site.publish({ path: '/vault/key' })
    await site.candidate({ path: '/tools/axe' })
    const gone = await site.publish({ path: '/tools/fad' })
    assert.notEqual((await site.get('/feed.atom')).text, before.get('/feed.atom'))
    ;(await retire(site, gone.content_hash)).as('retireRevision')
    for (const path of DOCUMENTS) assert.equal((await site.get(path)).text, before.get(path), path)
    for (const token of [null, site.admin]) {
      const hidden = await site.get('/topics/vault/feed.atom', { token })
      hidden.refused('not_found')
      assertSame(hidden, await site.get('/topics/nothing/feed.atom', { token }))
    }
  })

  test('a topic that becomes invited leaves everything that is told at once, in every process', async (t) => {
    const site = await sites.open(t, { topics: ['fad'] })
    const other = await site.second(t)
    await site.publish({ path: '/fad/yo-yo', title: 'Yo-yos' })
    for (const path of ['/feed.atom', '/sitemap.xml', '/llms.txt'])
      assert.match((await other.get(path)).text, /fad/, path)
    const close = { expected_visibility: 'public', visibility: 'invited', reason: 'it is over' }
    ;(await site.post('/api/v1/topics/fad/visibility', close, { token: site.admin })).as('changeVisibility')
    for (const path of ['/feed.atom', '/sitemap.xml', '/llms.txt'])
      assert.doesNotMatch((await other.get(path)).text, /fad|yo-yo/i, path)
    ;(await other.get('/topics/fad/feed.atom')).refused('not_found')
  })

  test('the sitemap names pages that are there, with the times of their publications', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'empty'] })
    const saw = await site.publish({ path: '/tools/saw' })
    site.clock.advance({ minutes: 1 })
    const axe = await site.publish({ path: '/tools/deep/axe' })
    const map = await readXml(site, '/sitemap.xml')
    const places = [...map.getElementsByTagName('url')].map((url) =>
      [...url.childNodes].map((one) => one.textContent),
    )
    assert.deepEqual(places, [
      [`${site.url}/read`, axe.published_at],
      [`${site.url}/topics/empty`],
      [`${site.url}/topics/tools`, axe.published_at],
      [`${site.url}/read/tools/deep/axe`, axe.published_at],
      [`${site.url}/read/tools/saw`, saw.published_at],
    ])
    for (const [address = ''] of places)
      assert.equal((await site.get((address ?? '').slice(site.url.length))).status, 200, address ?? '')
  })

  test('a sitemap and an index that take several pages have every entry', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], blobs: 'database' })
    for (let place = 0; place < 102; place += 1) await site.publish({ path: `/tools/n${place}`, body: '.\n' })
    assert.equal(textsOf(await readXml(site, '/sitemap.xml'), 'loc').length, 2 + 102)
    assert.equal(textsOf(await readXml(site, '/feed.atom'), 'entry').length, 50)
  })

  test('a feed goes on in pages, which together have every entry once', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'], blobs: 'database' })
    await fillApp(site.app, 120, (place) => ({
      path: `/${place % 3 ? 'tools' : 'toys'}/n${place}`,
      title: `N ${place}`,
      summary: 'One of many.',
      body: '.\n',
    }))
    for (const [first, pages, count] of [
      ['/feed.atom', 3, 120],
      ['/topics/tools/feed.atom', 2, 81],
    ] as const) {
      const seen: string[] = []
      let address: string | undefined = first
      for (let page = 1; address !== undefined; page += 1) {
        assert.ok(page <= pages)
        const feed = await readXml(site, address)
        seen.push(...textsOf(feed, 'id').slice(1))
        const links = new Map(
          [...feed.getElementsByTagName('link')].map((one) => [
            one.getAttribute('rel'),
            one.getAttribute('href')?.slice(site.url.length),
          ]),
        )
        assert.equal(links.get('self'), address)
        assert.equal(links.get('first'), page === 1 ? undefined : first)
        address = links.get('next')
        if (page === 1) await site.publish({ path: `/tools/late-${pages}` })
      }
      assert.equal(new Set(seen).size, count)
      assert.equal(seen.length, count)
      ;(await site.get(`${first}?cursor=nothing`)).refused('invalid_cursor')
      ;(await site.get(`${first}?cursor=a&cursor=b`)).refused('invalid_request')
    }
  })

  test('the sitemap of a large site is an index of files that have every public entry', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys-2', 'empty'], blobs: 'database' })
    await site.topic('vault', 'invited')
    await publishListed(site, 'tools', FEED_LIMITS.mappedInFile + 7)
    await publishListed(site, 'toys-2', FEED_LIMITS.mappedInFile)
    await publishListed(site, 'vault', 30)
    const files = textsOf(await readXml(site, '/sitemap.xml'), 'loc').map((at) => at.slice(site.url.length))
    assert.deepEqual(files, [
      '/sitemap-pages.xml',
      '/sitemap-tools-1.xml',
      '/sitemap-tools-2.xml',
      '/sitemap-toys-2-1.xml',
    ])
    const seen = new Set<string>()
    for (const file of files)
      for (const at of textsOf(await readXml(site, file), 'loc')) {
        assert.ok(!seen.has(at), at)
        seen.add(at)
      }
    assert.equal(seen.size, 4 + 2 * FEED_LIMITS.mappedInFile + 7)
    for (const name of ['vault-1', 'tools-3', 'tools-0', 'tools-01', 'tools', 'nothing-1', 'empty-1'])
      for (const token of [null, site.admin])
        (await site.get(`/sitemap-${name}.xml`, { token })).refused('not_found')
  })

  test('what is retired or becomes invited leaves the files of the sitemap at once', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'], blobs: 'database' })
    const other = await site.second(t)
    await publishListed(site, 'toys', FEED_LIMITS.mappedInOne)
    const saw = await site.publish({ path: '/tools/saw' })
    const file = async () => textsOf(await readXml(other, '/sitemap-tools-1.xml'), 'loc')
    const axe = await site.publish({ path: '/tools/axe' })
    const address = ({ path }: { path: string }) => `${other.url}/read${path}`
    assert.deepEqual(await file(), [address(saw), address(axe)])
    ;(await retire(site, saw.content_hash)).as('retireRevision')
    assert.deepEqual(await file(), [address(axe)])
    const close = { expected_visibility: 'public', visibility: 'invited', reason: 'it is over' }
    ;(await site.post('/api/v1/topics/tools/visibility', close, { token: site.admin })).as('changeVisibility')
    ;(await other.get('/sitemap-tools-1.xml')).refused('not_found')
    assert.doesNotMatch((await other.get('/sitemap.xml')).text, /tools/)
  })

  test('llms.txt leads to what is there, and no title can lead elsewhere', async (t) => {
    const site = await sites.open(t)
    const body = { id: 'tools', title: 'Tools](https://evil.example) [x', summary: 'Saws `and` <b>axes.' }
    ;(await site.post('/api/v1/topics', body, { token: site.admin })).as('createTopic')
    const open = { expected_visibility: 'invited', visibility: 'public', reason: 'ready' }
    ;(await site.post('/api/v1/topics/tools/visibility', open, { token: site.admin })).as('changeVisibility')
    const { text } = await site.get('/llms.txt')
    assert.match(text, /^# Colophon\n\n> /)
    assert.match(
      text,
      /^- \[Tools\\\]\(https:\/\/evil\.example\) \\\[x\]\(http.*\?topic=tools\): Saws \\`and\\` \\<b>axes\. \(0 entries\)$/m,
    )
    const links = [...text.matchAll(/(?<!\\)\]\(([^)]+)\)/g)].map(([, address = '']) => address)
    assert.ok(links.length >= 7)
    for (const address of links)
      assert.equal((await site.get(address.slice(site.url.length))).status, 200, address)
  })

  test('robots.txt names the sitemap and keeps crawlers out of what only a credential opens', async (t) => {
    const site = await sites.open(t)
    const { text } = await site.get('/robots.txt')
    assert.match(text, new RegExp(`^Sitemap: ${site.url}/sitemap\\.xml$`, 'm'))
    assert.match(text, /^User-agent: \*\nDisallow: \/console$/m)
  })

  test('they are kept by caches as other public answers are, and never with a credential', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/saw' })
    // Twice: the second answer comes from memory.
    for (const path of [...DOCUMENTS, ...DOCUMENTS]) {
      const answer = await site.get(path)
      assert.equal(answer.header('cache-control'), 'public, max-age=15', path)
      assert.match(answer.header('vary') ?? '', /^Authorization, Cookie/)
      const mine = await site.get(path, { token: site.admin })
      assert.equal(mine.header('cache-control'), 'private, no-store')
      assert.equal(mine.text, answer.text)
      const again = await site.get(path, { headers: { 'if-none-match': answer.header('etag') ?? '' } })
      assert.equal(again.status, 304)
    }
  })

  test('an empty press has whole documents, and one in maintenance none', async (t) => {
    const site = await sites.open(t)
    const feed = await readXml(site, '/feed.atom')
    assert.deepEqual(textsOf(feed, 'updated'), ['1970-01-01T00:00:00.000Z'])
    assert.deepEqual(textsOf(await readXml(site, '/sitemap.xml'), 'loc'), [`${site.url}/read`])
    await site.app.storage.write((tx) =>
      tx.insertInto('site').values({ name: 'maintenance', value: 'a recovery' }).execute(),
    )
    for (const path of ['/feed.atom', '/sitemap.xml', '/llms.txt'])
      (await site.get(path)).refused('maintenance')
  })
})
