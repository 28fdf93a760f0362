import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkup } from '../support/markup.ts'
import { describePages, type Site } from '../support/site.ts'
import { told } from '../support/worlds.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function cookieOf(site: Site, token: string): Promise<string> {
  const answer = await site.post('/api/v1/session', {}, { token, headers: { origin: site.url } })
  return answer.header('set-cookie')?.split(';')[0] ?? ''
}

describePages((sites) => {
  test('home, topics, a topic and an article show what is published', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer', title: 'Hammers & nails', body: 'Hit <the> nail.\n' })
    for (const path of ['/read', '/topics/tools', '/read/tools/hammer']) {
      const page = await site.get(path)
      assert.equal(page.status, 200)
      assert.match(page.header('content-type') ?? '', /^text\/html; charset=utf-8$/)
      assert.match(page.text, /Hammers &amp; nails/)
    }
    assert.match((await site.get('/topics')).text, /Topic tools/)
    const feed = /<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/
    for (const [path, href = ''] of [
      ['/read', '/feed.atom'],
      ['/topics/tools', '/topics/tools/feed.atom'],
    ] as const) {
      assert.equal(feed.exec((await site.get(path)).text)?.[1], href)
      assert.equal((await site.get(href)).status, 200)
    }
    assert.match((await site.get('/read/tools/hammer')).text, /<p>Hit &lt;the&gt; nail\.<\/p>/)
  })

  test('an article tells how it came about, how to cite it and how an agent reads it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash, entry_id } = await site.publish({
      path: '/tools/drill-wear',
      kind: 'observation',
      title: 'Drills wear',
      body: '# Drills wear\n\n## Why\n\n```json\n{"case":"dull","turns":1000}\n```\n',
      observed_at: '2026-03-01T09:00:00.000Z',
      refresh_after: '2026-03-02T09:00:00.000Z',
      applicability: 'In hard wood.',
      references: [
        { kind: 'url', url: 'https://x.example/<wear>', title: 'On wear', note: null, checked_at: null },
      ],
    })
    const { text } = await site.get('/read/tools/drill-wear')
    readMarkup(text)
    assert.equal(text.match(/<h1/g)?.length, 1)
    assert.match(text, /without prior editorial review/)
    assert.match(text, /A recheck is due<\/strong> since/)
    assert.match(text, /In hard wood\./)
    assert.match(text, /<h2 id="at-why">Why/)
    assert.match(text, /<figcaption>Case <strong>dull/)
    assert.match(text, /href="https:\/\/x\.example\/%3Cwear%3E" rel="nofollow noopener noreferrer"/)
    assert.match(text, new RegExp(`curl -s ${site.url}/objects/${content_hash}`))
    assert.match(
      text,
      new RegExp(`sha-256=:${Buffer.from(content_hash, 'hex').toString('base64').replaceAll('+', '.')}:`),
    )
    assert.match(text, new RegExp(`/entries/${entry_id}/history`))
    assert.match(text, new RegExp(`<link rel="canonical" href="${site.url}/read/tools/drill-wear"`))
    assert.match(text, /<meta property="og:type" content="article"/)
    assert.match(text, /<meta property="article:published_time" content="2026-/)
    assert.match(
      text,
      new RegExp(`<link rel="alternate" type="text/markdown" href="/objects/${content_hash}"`),
    )
    assert.match(text, /<dt>Accepted by<\/dt><dd dir="auto">administrator<\/dd>/)
  })

  test('a later revision, a retirement and an old path are told wherever the earlier one is shown', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw', title: 'Saws', body: 'Old teeth.\n' })
    const second = await site.publish({
      path: '/tools/saws',
      title: 'All saws',
      body: 'New teeth.\n',
      revises: first,
    })
    const other = await site.publish({ path: '/tools/file', title: 'Files' })
    const old = (await site.get(`/revisions/${first.content_hash}`)).text
    assert.match(old, /Old teeth/)
    assert.match(old, /Superseded\.<\/strong>.*href="\/read\/tools\/saws"/s)
    assert.doesNotMatch((await site.get(`/revisions/${second.content_hash}`)).text, /Superseded/)
    assert.match((await site.get('/read/tools/saw')).text, /New teeth/)
    const history = await site.get(`/entries/${first.entry_id}/history?changes=${second.content_hash}`)
    readMarkup(history.text)
    assert.match(history.text, /<del><b>Old<\/b> teeth\.<\/del>/)
    assert.match(history.text, /<ins><b>New<\/b> teeth\.<\/ins>/)
    assert.match(history.text, /<strong>Title<\/strong> <del>Saws<\/del> <ins>All saws<\/ins>/)
    const either = new URLSearchParams({ from: second.content_hash, to: first.content_hash })
    const back = await site.get(`/entries/${first.entry_id}/history?${either}`)
    readMarkup(back.text)
    assert.match(back.text, /<details class="compare" open/)
    assert.match(back.text, /<del><b>New<\/b> teeth\.<\/del>/)
    for (const query of ['from=x&to=y', `from=${first.content_hash}`, 'from=a&from=b&to=c'])
      assert.equal((await site.get(`/entries/${first.entry_id}/history?${query}`)).status, 200)
    const strange = new URLSearchParams({ from: first.content_hash, to: other.content_hash })
    assert.ok((await site.get(`/entries/${first.entry_id}/history?${strange}`)).status < 500)
    const body = { state: 'retired', reason: 'Use <files>.', replacement_hashes: [other.content_hash] }
    const retired = await site.post(`/api/v1/objects/${second.content_hash}/retirement`, body, {
      token: site.admin,
    })
    retired.as('retireRevision')
    for (const path of ['/read/tools/saws', '/read/tools/saw']) {
      const { text } = await site.get(path)
      assert.match(text, /Retired<\/strong>.*Use &lt;files>\..*href="\/read\/tools\/file"/s)
      assert.doesNotMatch(text, /New teeth/)
    }
    const kept = (await site.get(`/revisions/${second.content_hash}`)).text
    assert.match(kept, /Retired<\/strong>.*New teeth/s)
    assert.doesNotMatch((await site.get('/topics/tools')).text, /saws/)
  })

  test('a revision that was retired many times is shown with the reason that stands', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw', title: 'Saws' })
    let last: string | null = null
    for (let turn = 0; turn < 27; turn += 1) {
      const state = turn % 2 === 0 ? 'retired' : 'active'
      const body = { state, reason: `Turn ${turn}.`, expected_retirement_hash: last, replacement_hashes: [] }
      const done = await site.post(`/api/v1/objects/${content_hash}/retirement`, body, { token: site.admin })
      last = done.as('retireRevision').retirement_hash
    }
    const { text } = await site.get(`/revisions/${content_hash}`)
    assert.match(text, /Retired<\/strong> on .*Turn 26\./s)
    assert.doesNotMatch(text, /Turn 24\./)
  })

  test('search shows excerpts, keeps its filters while it pages, and suggests', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let turn = 0; turn < 26; turn += 1)
      await site.publish({ path: `/tools/saw-${turn}`, title: `Saw ${turn}`, body: 'A hammer & a saw.\n' })
    const found = await site.get('/search?q=hammer&topic=tools')
    assert.match(found.text, /A <mark>hammer<\/mark> &amp; a saw\./)
    const [, next = ''] = /<a rel="next" href="([^"]+)"/.exec(found.text) ?? []
    assert.match(next, /q=hammer&amp;topic=tools&amp;cursor=/)
    assert.match((await site.get(next.replaceAll('&amp;', '&'))).text, /Saw \d/)
    assert.match(found.text, /<option value="tools" selected>/)
    assert.match(
      (await site.get('/search?q=hammer+saws&topic=&mode=direct')).text,
      /A <mark>hammer<\/mark> &amp; a <mark>saw<\/mark>\./,
    )
    const reviewed = await site.get('/search?q=hammer&topic=nowhere&mode=reviewed')
    assert.match(reviewed.text, /<option value="nowhere" selected>.*<option value="reviewed" selected>/s)
    assert.doesNotMatch(reviewed.text, /&amp; a saw\./)
    assert.match((await site.get('/search?q=hamer')).text, /<a href="\/search\?q=hammer"/)
    const closest = (await site.get('/search?q=hammer+of+quartz')).text
    assert.match(closest, /The closest articles.*href="\/read\/tools.*Lacks <span dir="auto">quartz<\/span>/s)
    assert.doesNotMatch((await site.get('/search?q=quartz')).text, /closest articles/)
    const hostile = await site.get(`/search?q=${encodeURIComponent('"><script>x</script>')}`)
    readMarkup(hostile.text)
    assert.doesNotMatch(hostile.text, /<script(?! type="module" src="\/assets\/)/)
    const empty = (await site.get('/search')).text
    assert.match(empty, /<link rel="canonical" href="[^"]*\/search".*<meta name="description" content="Find/s)
    assert.doesNotMatch(empty, /noindex/)
    assert.match(closest, /<meta name="robots" content="noindex"/)
    ;(await site.get(`/search?q=${'x'.repeat(201)}`)).refused('invalid_request')
    ;(await site.get('/search?q=a&q=b')).refused('invalid_request')
  })

  test('a search is narrowed to any topic, however many there are', async (t) => {
    const names = Array.from({ length: 101 }, (_, place) => `topic-${String(place).padStart(3, '0')}`)
    const site = await sites.open(t, { topics: names })
    const last = names.at(-1) ?? ''
    await site.publish({ path: `/${last}/saw`, body: 'It cuts.' })
    const offered = (await site.get('/search?q=cuts')).text
    const { next_cursor, items } = (await site.get('/api/v1/topics?limit=100')).as('listTopics')
    assert.notEqual(next_cursor, null)
    assert.doesNotMatch(offered, /<select name="topic"/)
    assert.match(offered, /<input name="topic" value [^>]*list="topics-offered"/)
    assert.equal(offered.match(/<option value="topic-/g)?.length, items.length)
    const narrowed = (await site.get(`/search?q=cuts&topic=${last}&mode=`)).text
    assert.match(narrowed, new RegExp(`<input name="topic" value="${last}"`))
    assert.match(narrowed, new RegExp(`href="/read/${last}/saw"`))
    assert.doesNotMatch((await site.get('/search?q=cuts&topic=topic-000')).text, /href="\/read\//)
  })

  test('a lineage is a picture with a link for each object, and the same as a table', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw', title: 'Saws' })
    const second = await site.publish({ path: '/tools/saw', title: 'Saws again', revises: first })
    const { text } = await site.get(`/lineage/${second.content_hash}`)
    const links = readMarkup(text).filter(({ attributes }) => attributes.get('class')?.startsWith('box'))
    assert.ok(links.some(({ attributes }) => attributes.get('href') === `/revisions/${first.content_hash}`))
    assert.match(
      text,
      /<th scope="row"><a href="\/revisions\/[0-9a-f]{64}">Saws again<\/a> <code>[0-9a-f]{12}<\/code><\/th>/,
    )
    const [policy = ''] =
      /"policy_hash":"([0-9a-f]{64})"/.exec((await site.get('/api/v1/topics/tools')).text)?.slice(1) ?? []
    assert.match((await site.get(`/revisions/${policy}`)).text, /<h1>A policy<\/h1>.*review_focuses/s)
  })

  test('a page is kept by caches a short time, answers 304 and HEAD, and is compressed', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.get('/topics/tools')
    assert.equal(first.header('cache-control'), 'public, max-age=15')
    const tag = first.header('etag') ?? ''
    assert.equal((await site.get('/topics/tools', { headers: { 'if-none-match': tag } })).status, 304)
    const head = await site.head('/topics/tools')
    assert.equal(head.header('content-length'), String(first.bytes.length))
    const encoded = await site.get('/topics/tools', { headers: { 'accept-encoding': 'br' } })
    assert.equal(encoded.header('content-encoding'), 'br')
    await site.publish({ path: '/tools/saw', title: 'Saws' })
    assert.match((await site.get('/topics/tools', { headers: { 'if-none-match': tag } })).text, /Saws/)
  })

  test('an invited topic is there with a bearer or a session, privately, and for nobody else', async (t) => {
    const site = await sites.open(t)
    await site.topic('attic', 'invited')
    await site.publish({ path: '/attic/trunk', title: 'The trunk' })
    const credentials = [{ token: site.admin }, { headers: { cookie: await cookieOf(site, site.admin) } }]
    for (const wish of credentials)
      for (const path of ['/read', '/topics', '/topics/attic', '/read/attic/trunk']) {
        const page = await site.get(path, wish)
        assert.match(page.text, /trunk|Topic attic/, path)
        assert.equal(page.header('cache-control'), 'private, no-store')
      }
    for (const path of ['/read', '/topics']) assert.doesNotMatch((await site.get(path)).text, /attic|trunk/)
    for (const path of ['/topics/attic', '/read/attic/trunk']) (await site.get(path)).refused('not_found')
    ;(await site.get('/read', { token: 'nonsense' })).refused('invalid_token')
  })

  test('what is not yours and what is not there are the same page', async (t) => {
    const site = await sites.open(t)
    await site.topic('attic', 'invited')
    const { content_hash, entry_id } = await site.publish({ path: '/attic/trunk' })
    const none = 'f'.repeat(64)
    for (const [yours, nothing] of [
      ['/topics/attic', '/topics/cellar'],
      ['/read/attic/trunk', '/read/attic/chest'],
      [`/revisions/${content_hash}`, `/revisions/${none}`],
      [`/lineage/${content_hash}`, `/lineage/${none}`],
      [`/entries/${entry_id}/history`, '/entries/00000000-0000-4000-8000-000000000000/history'],
    ] as const) {
      const [one, other] = [
        await site.get(yours, { headers: BROWSER }),
        await site.get(nothing, { headers: BROWSER }),
      ]
      assert.equal(one.status, 404)
      assert.equal(told(site, one), told(site, other))
      assert.equal((await site.get(yours, { token: site.admin })).status, 200)
    }
  })

  test('what is wrong is a page for a browser and a problem document for every other client', async (t) => {
    const site = await sites.open(t)
    for (const [path, status, code] of [
      ['/read/no/thing', 404, 'not_found'],
      ['/read/No Thing', 400, 'invalid_request'],
      ['/topics/%00', 400, 'invalid_request'],
      ['/topics?cursor=x', 400, 'invalid_cursor'],
      ['/problems/teapot', 404, 'not_found'],
    ] as const) {
      ;(await site.get(encodeURI(path).replace('%25', '%'))).refused(code)
      const page = await site.get(encodeURI(path).replace('%25', '%'), { headers: BROWSER })
      assert.equal(page.status, status)
      assert.match(page.header('content-type') ?? '', /^text\/html/)
      assert.match(page.text, new RegExp(`/problems/${code}"`))
      assert.equal(page.header('cache-control'), 'private, no-store')
    }
    const lost = await fetch(`${site.url}/nowhere`, { headers: BROWSER })
    assert.equal(lost.status, 404)
    assert.match(await lost.text(), /^<!doctype html>/)
  })

  test('an asset is named by its bytes and kept for ever', async (t) => {
    const site = await sites.open(t)
    const { text } = await site.get('/read')
    const [, address = ''] = /href="(\/assets\/page\.[0-9a-f]{12}\.css)"/.exec(text) ?? []
    const answer = await fetch(site.url + address)
    assert.equal(answer.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
    assert.match(await answer.text(), /--paper/)
    const font = /href="(\/assets\/source-serif[^"]+\.woff2)"/.exec(text)?.[1] ?? ''
    assert.equal((await fetch(site.url + font)).headers.get('content-type'), 'font/woff2')
    for (const name of ['page.css', 'page.000000000000.css', '..%2fframe.ts', '__proto__'])
      assert.equal((await fetch(`${site.url}/assets/${name}`)).status, 404, name)
  })
})
