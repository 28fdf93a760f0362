import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../../src/config.ts'
import { securityHeaders } from '../../src/pages/security-headers.ts'
import { judge } from '../support/observatory.ts'
import { openAnySite } from '../support/site.ts'

function pairs(headers: readonly string[]): (name: string) => string | null {
  const found = new Map<string, string>()
  for (let place = 0; place < headers.length; place += 2)
    found.set((headers[place] ?? '').toLowerCase(), headers[place + 1] ?? '')
  return (name) => found.get(name) ?? null
}

test('pages score more than a hundred by the rules of the Observatory, with scripts and without', () => {
  const settings = readSettings({})
  for (const remoteImages of [false, true])
    for (const hasScripts of [false, true]) {
      const secure = { ...settings, baseUrl: 'https://press.example', remoteImages }
      const { score, reasons } = judge(pairs(securityHeaders(secure, { hasScripts })))
      assert.ok(score >= 100, `${score}: ${reasons.join(', ')}`)
    }
})

test('every page, found or not, has the whole set; only https has HSTS', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash, entry_id } = await site.publish({ path: '/tools/saw' })
  for (const path of [
    '/read',
    '/topics',
    '/topics/tools',
    '/read/tools/saw',
    `/revisions/${content_hash}`,
    `/entries/${entry_id}/history`,
    `/lineage/${content_hash}`,
    '/search?q=saw',
    '/problems/not_found',
    '/read/nothing/here',
    '/nowhere',
  ]) {
    const answer = await fetch(site.url + path, { headers: { accept: 'text/html' } })
    const header = (name: string) => answer.headers.get(name)
    assert.match(header('content-type') ?? '', /^text\/html/, path)
    assert.equal(header('strict-transport-security'), null)
    assert.match(
      header('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; (?:script-src 'self'; )?form/,
    )
    // A page runs the site's own files and nothing that stands in it; a problem runs nothing.
    const scripts = /script-src ([^;]*)/.exec(header('content-security-policy') ?? '')?.[1]
    assert.equal(scripts, answer.status === 200 ? "'self'" : undefined)
    assert.doesNotMatch(header('content-security-policy') ?? '', /unsafe/)
    assert.equal(header('x-frame-options'), 'DENY')
    assert.equal(header('referrer-policy'), 'same-origin')
    assert.equal(header('cross-origin-opener-policy'), 'same-origin')
    assert.equal(header('set-cookie'), null)
    await answer.arrayBuffer()
  }
})

test('the judge takes points for each thing that is missing', () => {
  const good = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  const scoreOf = (headers: Readonly<Record<string, string>>) => judge((name) => headers[name] ?? null).score
  assert.equal(scoreOf(good), 130)
  for (const [name, value] of [
    ['content-security-policy', "default-src *; frame-ancestors 'none'"],
    ['content-security-policy', "script-src 'self' 'unsafe-inline'"],
    ['strict-transport-security', 'max-age=60'],
    ['x-content-type-options', ''],
    ['referrer-policy', 'unsafe-url'],
    ['access-control-allow-origin', '*'],
  ] as const)
    assert.ok(scoreOf({ ...good, [name]: value }) < 130, `${name}: ${value}`)
})

test('a page whose text could not be set is kept by nobody, and is whole with the next visit', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw', body: '# Saws\n\nA *saw*.\n' })
  const { textRenderer } = site.app
  const plain = Buffer.from('<pre class="plain">As written</pre>')
  for (const path of ['/read/tools/saw', `/revisions/${content_hash}`]) {
    for (const failure of ['not-tried', 'too-much'] as const) {
      const setting = t.mock.method(textRenderer, 'revision', async () => {
        return { html: plain, headings: [], opening: null, failure }
      })
      for (let visit = 0; visit < 3; visit += 1) {
        const answer = await fetch(site.url + path)
        assert.equal(answer.headers.get('cache-control'), 'private, no-store')
        assert.match(await answer.text(), /As written/)
      }
      setting.mock.restore()
      const answer = await fetch(site.url + path)
      assert.match(answer.headers.get('cache-control') ?? '', /^public/)
      assert.match(await answer.text(), /<em>saw<\/em>/)
    }
  }
})
