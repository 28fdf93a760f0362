import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mirrorInto } from '../support/mirror.ts'
import { assertSame } from '../support/sameness.ts'
import { describePages } from '../support/site.ts'

const MARKDOWN = { accept: 'text/markdown, text/html;q=0.9, */*;q=0.1' }
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const LICENSE = { name: 'CC-BY-4.0', url: 'https://spdx.org/licenses/CC-BY-4.0.html' }

function dataOf(text: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? []
  return JSON.parse(json)
}

describePages((sites) => {
  test('pages of texts have their exact bytes under the same address', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw', title: 'Saws' })
    const bytes = await site.get(`/objects/${saw.content_hash}`)
    for (const page of ['/read/tools/saw', `/revisions/${saw.content_hash}`]) {
      // Before and after the other form is in memory.
      for (const headers of [BROWSER, MARKDOWN, BROWSER, MARKDOWN]) {
        const answer = await site.get(page, { headers })
        const isMarkdown = headers === MARKDOWN
        assert.match(answer.header('content-type') ?? '', isMarkdown ? /^text\/markdown/ : /^text\/html/)
        assert.match(answer.header('vary') ?? '', /^Accept, /, page)
        if (isMarkdown) assert.equal(answer.text, bytes.text)
      }
      for (const path of [page, `${page}.md`]) {
        const twin = await site.get(path, { headers: MARKDOWN })
        assert.equal(twin.text, bytes.text, path)
        assert.equal(twin.header('repr-digest'), bytes.header('repr-digest'))
        assert.equal(twin.header('access-control-allow-origin'), '*')
        assert.match(twin.header('cache-control') ?? '', /^public, max-age=15$/)
        const tag = twin.header('etag') ?? ''
        assert.equal(tag, `"${saw.content_hash}"`)
        const known = await site.get(path, { headers: { ...MARKDOWN, 'if-none-match': tag } })
        assert.equal(known.status, 304)
        const part = await site.get(path, { headers: { ...MARKDOWN, range: 'bytes=0-9' } })
        assert.deepEqual([part.status, part.text], [206, bytes.text.slice(0, 10)])
        assert.equal((await site.head(path, { headers: MARKDOWN })).header('etag'), tag)
      }
      assert.equal((await site.get(`${page}.md`, { headers: BROWSER })).text, bytes.text)
    }
  })

  test('a path that ends like a twin is its own entry first', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const plain = await site.publish({ path: '/tools/saw', body: 'plain\n' })
    const twin = await site.get('/read/tools/saw.md')
    assert.equal(twin.header('etag'), `"${plain.content_hash}"`)
    const named = await site.publish({ path: '/tools/saw.md', body: 'named\n' })
    assert.match((await site.get('/read/tools/saw.md')).header('content-type') ?? '', /^text\/html/)
    const own = await site.get('/read/tools/saw.md', { headers: MARKDOWN })
    assert.equal(own.header('etag'), `"${named.content_hash}"`)
    assert.equal((await site.get('/read/tools/saw.md.md')).header('etag'), `"${named.content_hash}"`)
  })

  test('what is retired has no twin, and its last revision has', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw' })
    await site.get('/read/tools/saw.md')
    const body = { state: 'retired', reason: 'no longer so' }
    const path = `/api/v1/objects/${saw.content_hash}/retirement`
    ;(await site.post(path, body, { token: site.admin })).as('retireRevision')
    const gone = (await site.get('/read/tools/saw.md')).refused('not_found')
    assert.match(gone.detail, new RegExp(`/revisions/${saw.content_hash}\\.md`))
    const last = await site.get(`/revisions/${saw.content_hash}.md`)
    assert.equal(last.status, 200)
    assert.match(last.header('deprecation') ?? '', /^@\d+$/)
  })

  test('a twin of what is hidden is a twin of nothing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('vault', 'invited')
    const key = await site.publish({ path: '/vault/key' })
    for (const [path, other] of [
      ['/read/vault/key.md', '/read/vault/nothing.md'],
      [`/revisions/${key.content_hash}.md`, `/revisions/${'0'.repeat(64)}.md`],
    ] as const) {
      for (const headers of [BROWSER, MARKDOWN]) {
        const hidden = await site.get(path, { headers })
        assert.equal(hidden.status, 404)
        assertSame(hidden, await site.get(other, { headers }))
      }
      const own = await site.get(path, { token: site.admin })
      assert.deepEqual([own.status, own.header('cache-control')], [200, 'private, no-store'])
    }
    for (const path of ['/revisions/x.md', '/revisions/.md', '/read/Tools/x.md'])
      (await site.get(path)).refused('invalid_request')
  })

  test('pages and bytes say where they are described, how to cite them and under which licence', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], contentLicense: LICENSE })
    const saw = await site.publish({ path: '/tools/saw', title: 'Saws </script> & "blades"' })
    const cite = `</revisions/${saw.content_hash}>; rel="cite-as"`
    const license = `<${LICENSE.url}>; rel="license"`
    for (const path of ['/read/tools/saw', '/read/tools/saw.md', `/objects/${saw.content_hash}`]) {
      const links = ((await site.get(path)).header('link') ?? '').split(', ')
      for (const wanted of ['</llms.txt>; rel="describedby"', cite, license])
        assert.ok(links.includes(wanted), `${path} ${wanted}`)
    }
    assert.equal((await site.get('/read')).header('link'), `</llms.txt>; rel="describedby", ${license}`)
    const { text } = await site.get('/read/tools/saw')
    assert.ok(text.includes(`<a rel="license" href="${LICENSE.url}">${LICENSE.name}</a>`))
    assert.match(text, /@misc\{tools-/)
    assert.match(text, /&quot;container-title&quot;/)
    assert.partialDeepStrictEqual(dataOf(text), {
      '@type': 'TechArticle',
      headline: 'Saws </script> & "blades"',
      '@id': `${site.url}/revisions/${saw.content_hash}`,
      license: LICENSE.url,
    })
    const feed = (await site.get('/feed.atom')).text
    assert.equal(feed.split(`<link rel="license" href="${LICENSE.url}"/>`).length, 3)
    assert.match((await site.get('/llms.txt')).text, /Licence of the articles: \[CC-BY-4\.0\]\(https:/)
    const folder = await mkdtemp(join(tmpdir(), 'colophon-mirror-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await mirrorInto(folder, site.url)
    assert.match(
      await readFile(join(folder, 'LICENSE.txt'), 'utf8'),
      /licence at https:.*CC-BY-4\.0\.html\n$/,
    )
    const catalog = (await site.get('/.well-known/api-catalog')).json
    assert.partialDeepStrictEqual(catalog, {
      linkset: [{ license: [{ href: LICENSE.url, title: LICENSE.name }] }],
    })
  })

  test('without a licence nothing speaks of one', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/saw' })
    for (const path of [
      '/read/tools/saw',
      '/read/tools/saw.md',
      '/feed.atom',
      '/llms.txt',
      '/.well-known/api-catalog',
    ]) {
      const answer = await site.get(path)
      assert.doesNotMatch(`${answer.header('link')} ${answer.text}`, /licen[cs]e/i, path)
    }
  })

  test('the well-known places lead to what is there', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], contact: 'mailto:press@example.org' })
    const catalog = await site.get('/.well-known/api-catalog')
    assert.match(catalog.header('content-type') ?? '', /^application\/linkset\+json; profile="https:/)
    const head = await site.head('/.well-known/api-catalog')
    assert.equal(head.header('link'), '</.well-known/api-catalog>; rel="api-catalog"')
    const addresses = [...catalog.text.matchAll(/"href":"([^"]+)","type"/g)].map(([, href = '']) => href)
    assert.ok(addresses.length >= 5)
    for (const href of addresses)
      assert.equal((await site.get(href.slice(site.url.length))).status, 200, href)
    const security = await site.get('/.well-known/security.txt')
    assert.match(
      security.text,
      /^Contact: mailto:press@example\.org\nExpires: \d{4}-\d\d-01T00:00:00\.000Z\n/,
    )
    const [, expires = ''] = /Expires: (.*)/.exec(security.text) ?? []
    const days = (Date.parse(expires) - Date.parse(site.app.ambient.now())) / 86_400_000
    assert.ok(days > 120 && days < 366, `${days} days`)
    const silent = await sites.open(t)
    const guide = `Contact: ${silent.url}/agent.md\n`
    assert.ok((await silent.get('/.well-known/security.txt')).text.startsWith(guide))
    const search = await site.get('/opensearch.xml')
    assert.ok(search.text.includes(`template="${site.url}/search?q={searchTerms}"`))
    assert.match(
      (await site.get('/read')).text,
      /rel="search" type="application\/opensearchdescription\+xml"/,
    )
  })
})
