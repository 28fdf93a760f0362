import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedOut, signIn, type Visitor } from '../support/console.ts'
import { describePages, type Site } from '../support/site.ts'

/** What a page of acts lists, each as its word and its title, and where the earlier ones are. */
async function pageAt(visitor: Visitor, path: string): Promise<{ acts: string[]; earlier: string | null }> {
  const { html, status } = await visitor.open(path)
  assert.equal(status, 200, html)
  const list = /<ol class="records">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? ''
  const acts = [...list.matchAll(/<span class="mark">([^<]+)<\/span>\s*<a [^>]*>([^<]+)</g)].map(
    ([, word, title]) => `${word}: ${title}`,
  )
  const next = /<a rel="next" href="([^"]+)">Earlier/.exec(html)?.[1]
  return { acts, earlier: next?.replaceAll('&amp;', '&') ?? null }
}

async function everyAct(visitor: Visitor, path: string): Promise<string[]> {
  const acts: string[] = []
  for (let next: string | null = path; next !== null; ) {
    const page: Awaited<ReturnType<typeof pageAt>> = await pageAt(visitor, next)
    acts.push(...page.acts)
    next = page.earlier
  }
  return acts
}

async function retire(site: Site, hash: string) {
  const body = { state: 'retired', reason: 'No longer so.' }
  ;(await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })).as('retireRevision')
}

async function setVisibility(site: Site, topic: string, from: string, visibility: string) {
  const body = { expected_visibility: from, visibility, reason: 'It is time.' }
  ;(await site.post(`/api/v1/topics/${topic}/visibility`, body, { token: site.admin })).as('changeVisibility')
}

/** A public topic and an invited one, in which something is done in turn. */
async function openBusy(site: Site): Promise<void> {
  await site.topic('tools')
  await site.topic('vault', 'invited')
  const saw = await site.publish({ path: '/tools/saw', title: 'Saws' })
  site.clock.advance({ minutes: 1 })
  await site.publish({ path: '/vault/key', title: 'Keys' })
  site.clock.advance({ minutes: 1 })
  await site.publish({ path: '/tools/saw', title: 'Better saws', revises: saw })
  site.clock.advance({ minutes: 1 })
  await retire(site, saw.content_hash)
}

const PUBLIC_ACTS = ['Retired: Saws', 'Revised: Better saws', 'Published: Saws']

describePages((sites) => {
  test('each sees what was done in what each may read, newest first', async (t) => {
    const site = await sites.open(t)
    await openBusy(site)
    const all = await signIn(site, await site.token({ preset: 'contributor' }))
    const half = await signIn(site, await site.token({ preset: 'contributor', topic_grants: ['tools'] }))
    const isAct = (act: string) => !act.startsWith('Topic made')
    const acts = (await everyAct(all, '/console/activity')).filter(isAct)
    assert.deepEqual(acts, ['Retired: Saws', 'Revised: Better saws', 'Published: Keys', 'Published: Saws'])
    assert.deepEqual((await everyAct(half, '/console/activity')).filter(isAct), PUBLIC_ACTS)
    const { html } = await half.open('/console/activity')
    assert.doesNotMatch(html, /vault|Keys|1 that are invited/)
    const hidden = await half.open('/console/activity?topic=vault')
    const nothing = await half.open('/console/activity?topic=nothing')
    const main = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0]
    assert.equal(main(hidden.html.replaceAll('vault', 'nothing')), main(nothing.html))
    assert.deepEqual((await pageAt(all, '/console/activity?topic=vault')).acts.filter(isAct), [
      'Published: Keys',
    ])
    assert.deepEqual((await pageAt(all, '/console/activity?kind=retirement')).acts, ['Retired: Saws'])
    assert.deepEqual((await pageAt(all, '/console/activity?topic=NO&kind=everything&from=x')).acts, [])
    const stranger = await signedOut(site).open('/console/activity?topic=tools')
    assert.deepEqual([stranger.status, stranger.location?.split('?')[0]], [303, '/console/sign-in'])
  })

  test('pages go on where the last ended, whatever is done meanwhile', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('vault', 'invited')
    for (let place = 0; place < 40; place += 1) {
      site.clock.advance({ minutes: 1 })
      await site.publish({ path: `/${place % 3 === 0 ? 'vault' : 'tools'}/a-${place}`, title: `No ${place}` })
    }
    const visitor = await signIn(site, site.admin)
    const path = '/console/activity?kind=publication'
    const expected = [...Array(40).keys()].map((place) => `Published: No ${place}`).reverse()
    const first = await pageAt(visitor, path)
    assert.deepEqual(first.acts, expected.slice(0, 25))
    site.clock.advance({ minutes: 1 })
    await site.publish({ path: '/tools/new', title: 'New' })
    assert.deepEqual((await pageAt(visitor, first.earlier ?? '')).acts, expected.slice(25))
    assert.deepEqual((await everyAct(visitor, path)).slice(1), expected)
    const tools = (await everyAct(visitor, `${path}&topic=tools`)).slice(1)
    assert.deepEqual(
      tools,
      expected.filter((_, place) => (39 - place) % 3 !== 0),
    )
  })

  test('as Atom there are public acts alone, whoever asks', async (t) => {
    const site = await sites.open(t)
    await openBusy(site)
    const titles = (text: string) => [...text.matchAll(/<title>([^<]+)</g)].slice(1).map(([, title]) => title)
    for (const token of [null, site.admin]) {
      const feed = await site.get('/activity.atom', { token })
      assert.equal(feed.header('content-type'), 'application/atom+xml; charset=utf-8')
      const acts = titles(feed.text).filter((title) => !title?.startsWith('Topic made'))
      assert.deepEqual(acts, PUBLIC_ACTS)
      assert.doesNotMatch(feed.text, /vault|Keys/)
      assert.equal((await site.get('/topics/vault/activity.atom', { token })).status, 404)
    }
    const retired = await site.get('/topics/tools/activity.atom?kind=retirement')
    assert.deepEqual(titles(retired.text), ['Retired: Saws'])
    const visibility = await site.get('/topics/tools/activity.atom?kind=visibility')
    assert.deepEqual(titles(visibility.text), ['Topic made public: tools'])
    for (const kind of ['nothing', '', 'publication&kind=retirement'])
      for (const path of ['/activity.atom', '/topics/vault/activity.atom']) {
        const { errors } = (await site.get(`${path}?kind=${kind}`)).refused('invalid_request')
        assert.deepEqual(
          errors?.map(({ location, pointer }) => [location, pointer]),
          [['query', 'kind']],
        )
      }
    const before = await site.get('/activity.atom?kind=publication')
    await site.publish({ path: '/vault/lock', title: 'Locks' })
    assert.equal((await site.get('/activity.atom?kind=publication')).text, before.text)
    await setVisibility(site, 'tools', 'public', 'invited')
    assert.deepEqual(titles((await site.get('/activity.atom')).text), [])
    assert.equal((await site.get('/topics/tools/activity.atom')).status, 404)
  })
})
