import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishExamples } from '../../src/commands/examples.ts'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'
import type { Cleanup } from '../support/engines.ts'
import { readMarkup } from '../support/markup.ts'
import { openAnySite, type Site } from '../support/site.ts'

/** A press with something of everything that pages show. */
async function openPress(t: Cleanup): Promise<{ site: Site; paths: string[] }> {
  const site = await openAnySite(t)
  await publishExamples(site.app)
  await site.topic('tools')
  const first = await site.publish({ path: '/tools/saw', title: 'Saws', body: EVERYTHING })
  const second = await site.publish({
    path: '/tools/saw',
    title: 'All saws',
    body: '# Saws\n',
    revises: first,
  })
  await site.publish({
    path: '/tools/wear',
    kind: 'observation',
    observed_at: '2026-03-01T09:00:00.000Z',
    refresh_after: '2026-03-02T09:00:00.000Z',
    applicability: 'In hard wood.',
    references: [{ kind: 'url', url: 'https://x.example/wear', title: 'On wear', note: 'Long.' }],
  })
  const gone = await site.publish({ path: '/tools/awl', title: 'Awls' })
  const retired = { state: 'retired', reason: 'Blunt.', replacement_hashes: [second.content_hash] }
  await site.post(`/api/v1/objects/${gone.content_hash}/retirement`, retired, { token: site.admin })
  await site.post(`/api/v1/objects/${second.content_hash}/signals`, { value: 'up' }, { token: site.admin })
  const paths = [
    '/read',
    '/topics',
    '/topics/contact-import',
    '/read/contact-import/line-folding',
    '/read/tools/wear',
    '/read/tools/saw',
    '/read/tools/awl',
    `/revisions/${first.content_hash}`,
    `/revisions/${second.publication_hash}`,
    `/entries/${first.entry_id}/history?changes=${second.content_hash}`,
    `/lineage/${second.content_hash}`,
    '/search?q=saws',
    '/search?q=contacs',
    '/search',
    '/problems/not_found',
  ]
  return { site, paths }
}

const EVERYTHING = `## One\n\n[a](https://x.example) ![b](https://x.example/b.png) [](https://y.example)\n
#### Deep\n\n| |c|\n|-|-:|\n|d|${'wide '.repeat(40)}|\n\n> quoted\n\n1. one\n   - two\n
\`\`\`json\n{"case":"x","list":[1,{"a":"${'y'.repeat(200)}"}]}\n\`\`\`\n
\`\`\`python\nprint("${'z'.repeat(200)}")  # long\n\`\`\`\n\n# Two\n\n## ${'Unbroken'.repeat(30)}\n`

describeBrowser((browser) => {
  test('every page is there without scripts, well-formed, and asks for nothing that is not', async (t) => {
    const { site, paths } = await openPress(t)
    const page = await browser.open(t, { hasScripts: false })
    const faults: string[] = []
    page.on('console', (message) => void faults.push(message.text()))
    page.on('requestfailed', (request) => void faults.push(request.url()))
    for (const path of paths) {
      const response = await page.goto(site.url + path)
      assert.equal(response?.status(), 200, path)
      readMarkup((await response?.text()) ?? '')
      assert.ok(await page.locator('h1').isVisible(), path)
      assert.equal(await page.locator('script').count(), 0, path)
    }
    assert.deepEqual(faults, [])
  })

  test('axe finds nothing on any page, in the light and in the dark', async (t) => {
    const { site, paths } = await openPress(t)
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.open(t, { scheme, hasScripts: true })
      for (const path of [...paths, '/read/nothing/here']) {
        await page.goto(site.url + path)
        assert.deepEqual(await accessibilityFaults(page), [], `${scheme} ${path}`)
      }
    }
  })

  test('no page is wider than a phone, and nothing is too small to be tapped', async (t) => {
    const { site, paths } = await openPress(t)
    const page = await browser.open(t, { width: 320, height: 640, hasScripts: true })
    for (const path of paths) {
      await page.goto(site.url + path)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `${path} is ${width} wide`)
      assert.deepEqual(await accessibilityFaults(page), [], path)
    }
  })

  test('a keyboard gets to the text, to the sections and to every box of a lineage', async (t) => {
    const { site, paths } = await openPress(t)
    const page = await browser.open(t)
    await page.goto(`${site.url}/read/contact-import/line-folding`)
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').textContent(), 'Skip to the text')
    await page.keyboard.press('Enter')
    assert.match(page.url(), /#main$/)
    await page.locator('.sections a').first().press('Enter')
    assert.match(page.url(), /#at-/)
    await page.goto(site.url + paths.find((path) => path.startsWith('/lineage/')))
    for (const box of await page.locator('.picture a').all()) {
      await box.focus()
      assert.equal(await page.locator('.picture a:focus').count(), 1)
    }
    assert.ok((await page.locator('.picture a').count()) >= 3)
  })

  test('an invited article is there for a session, and its page says who is signed in', async (t) => {
    const site = await openAnySite(t)
    await site.topic('attic', 'invited')
    await site.publish({ path: '/attic/trunk', title: 'The trunk' })
    const exchange = await site.post(
      '/api/v1/session',
      {},
      { token: site.admin, headers: { origin: site.url } },
    )
    const [name = '', value = ''] = (exchange.header('set-cookie')?.split(';')[0] ?? '').split('=')
    const page = await browser.open(t, { cookie: { name, value, url: site.url } })
    await page.goto(`${site.url}/read/attic/trunk`)
    assert.equal(await page.locator('h1').textContent(), 'The trunk')
    assert.equal(await page.locator('.visitor').textContent(), 'Signed in as administrator')
    const stranger = await browser.open(t)
    await stranger.goto(`${site.url}/read/attic/trunk`)
    assert.equal(await stranger.locator('h1').textContent(), 'Nothing readable is here')
  })
})
