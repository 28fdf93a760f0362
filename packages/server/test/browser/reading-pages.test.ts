import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { publishExamples } from '../../src/commands/examples.ts'
import { createHighlighter } from '../../src/render/highlight.ts'
import { renderMarkdown } from '../../src/render/render-markdown.ts'
import { accessibilityFaults, describeBrowser, faultsOfLook } from '../support/browser.ts'
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts'
import { readMarkup } from '../support/markup.ts'
import { openAnySite, type Site } from '../support/site.ts'

interface FilledSite {
  readonly site: Site
  readonly paths: readonly string[]
}

const EVERYTHING = `## One\n\n[a](https://x.example) ![b](https://x.example/b.png) [](https://y.example)\n
#### Deep\n\n| |c|\n|-|-:|\n|d|${'wide '.repeat(40)}|\n\n> quoted\n\n1. one\n   - two\n
\`\`\`json\n{"case":"x","list":[1,{"a":"${'y'.repeat(200)}"}],"lines":"a\\nb"}\n\`\`\`\n
\`\`\`python\nprint("${'z'.repeat(200)}")  # long\n\`\`\`\n\n# Two\n\n## ${'Unbroken'.repeat(30)}\n`

/** A server with something of everything that pages show, and an invited topic. */
async function fill(site: Site): Promise<FilledSite> {
  await publishExamples(site.app)
  await site.topic('tools')
  await site.topic('attic', 'invited')
  await site.publish({ path: '/attic/trunk', title: 'The trunk' })
  const first = await site.publish({ path: '/tools/saw', title: 'Saws', body: EVERYTHING })
  const revised = { path: '/tools/saw', title: 'All saws', body: '# Saws\n', revises: first }
  const second = await site.publish(revised)
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
  const admin = { token: site.admin }
  ;(await site.post(`/api/v1/objects/${gone.content_hash}/retirement`, retired, admin)).as('retireRevision')
  ;(await site.post(`/api/v1/objects/${second.content_hash}/signals`, { value: 'up' }, admin)).as(
    'reportSignal',
  )
  const doubt = { topic_id: 'tools', kind: 'correction', question: 'All?', motivation: 'One is missing.' }
  const named = { ...doubt, related_hashes: [second.content_hash] }
  const { suggestion_id } = (await site.post('/api/v1/suggestions', named, admin)).as('createSuggestion')
  const triage = { expected_triage_state: 'untriaged', state: 'accepted', reason: 'Worth a look.' }
  ;(await site.post(`/api/v1/suggestions/${suggestion_id}/triage`, triage, admin)).as('triageSuggestion')
  const paths = [
    '/read',
    '/topics',
    '/topics/tools',
    '/topics/tools/contents',
    '/topics/contact-import',
    '/topics/contact-import/contents',
    '/read/contact-import/line-folding',
    '/read/tools/wear',
    '/read/tools/saw',
    '/read/tools/awl',
    `/revisions/${first.content_hash}`,
    `/revisions/${second.publication_hash}`,
    `/entries/${first.entry_id}/history?changes=${second.content_hash}`,
    `/entries/${first.entry_id}/history?from=${first.content_hash}&to=${second.content_hash}`,
    `/lineage/${second.content_hash}`,
    '/search?q=saws',
    '/search?q=contacs',
    '/search',
    '/problems/not_found',
  ]
  return { site, paths }
}

/** One for every test of the file: they only read. */
function openOnce(): () => Promise<FilledSite> {
  const removals: (() => unknown)[] = []
  let filled: Promise<FilledSite> | null = null
  after(async () => {
    for (const remove of removals) await remove()
  })
  return () => {
    filled ??= openAnySite({ after: (remove) => void removals.unshift(remove) }).then(fill)
    return filled
  }
}

/**
 * After 1440 and 820 in the light, where every rule is asked: what each look may differ in from those before. Colours
 * are the same at every width but for what only narrow screens show.
 */
const LOOKS = [
  { width: 1440, colorScheme: 'dark', differs: 'scheme' },
  { width: 820, colorScheme: 'dark', differs: 'width' },
  { width: 390, colorScheme: 'light', differs: 'width' },
  { width: 390, colorScheme: 'dark', differs: 'scheme' },
] as const

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

async function look(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
}

/** How far what was already painted has moved since the page began: 0 for not at all. */
const LAYOUT_SHIFT = `new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value })
    .observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))))
})`

describeBrowser((browser) => {
  const open = openOnce()

  test('every page is there without scripts, well-formed, and asks for nothing that is not', async (t) => {
    const { site, paths } = await open()
    const page = await browser.open(t, { hasScripts: false })
    const faults: string[] = []
    page.on('console', (message) => void faults.push(message.text()))
    page.on('requestfailed', (request) => {
      // What has not come when the next page is asked for was not refused.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(request.url())
    })
    for (const path of paths) {
      const response = await page.goto(site.url + path)
      assert.equal(response?.status(), 200, path)
      readMarkup((await response?.text()) ?? '')
      assert.ok(await page.locator('h1').isVisible(), path)
      const others = 'script:not([type="application/ld+json"]):not([type="module"][src^="/assets/"])'
      assert.equal(await page.locator(others).count(), 0, path)
    }
    assert.deepEqual(faults, [])
  })

  test('axe finds nothing on any page, and nothing moves or is too wide, at any width, light or dark', async (t) => {
    const { site, paths } = await open()
    const page = await browser.open(t, { hasScripts: true })
    for (const path of [...paths, '/read/nothing/here']) {
      await look(page, { width: 1440, colorScheme: 'light' })
      await page.goto(site.url + path)
      assert.equal(await page.evaluate(LAYOUT_SHIFT), 0, `${path} moved`)
      assert.deepEqual(await accessibilityFaults(page), [], path)
      await look(page, { width: 820, colorScheme: 'light' })
      assert.deepEqual(await accessibilityFaults(page), [], `${path}, on a tablet`)
      for (const { differs, ...another } of LOOKS) {
        await look(page, another)
        assert.deepEqual(await faultsOfLook(page, differs), [], `${path} ${JSON.stringify(another)}`)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= 320, `${path} is ${width} wide`)
    }
  })

  test('on a phone that has nothing of it yet an article does not move, and on paper it is all there is', async (t) => {
    const { site } = await open()
    const page = await browser.open(t, { width: 390, hasScripts: true })
    await page.goto(`${site.url}/read/contact-import/line-folding`)
    assert.equal(await page.evaluate(LAYOUT_SHIFT), 0)
    await page.evaluate(`document.querySelector('main').style.paddingTop = '300px'`)
    assert.notEqual(await page.evaluate(LAYOUT_SHIFT), 0, 'what moves is seen')
    await page.emulateMedia({ media: 'print' })
    for (const part of ['.text', '.provenance', '.colophon']) assert.ok(await page.locator(part).isVisible())
    for (const part of ['.head', '.sections', '.foot']) assert.ok(!(await page.locator(part).isVisible()))
  })

  test('a keyboard gets to the text, to the sections and to every box of a lineage', async (t) => {
    const { site, paths } = await open()
    const page = await browser.open(t)
    await page.goto(`${site.url}/read/contact-import/line-folding`)
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').textContent(), 'Skip to the text')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#main$/)
    await page.locator('.sections a').first().press('Enter')
    await page.waitForURL(/#at-/)
    await page.goto(site.url + paths.find((path) => path.startsWith('/lineage/')))
    for (const box of await page.locator('.picture a').all()) {
      await box.focus()
      assert.equal(await page.locator('.picture a:focus').count(), 1)
    }
    assert.ok((await page.locator('.picture a').count()) >= 3)
  })

  test('the list of sections shows where one is, and a hash is copied whole', async (t) => {
    const { site } = await open()
    const parts = [0, 1, 2, 3].map((part) => `## Part ${part}\n\n${'Words.\n\n'.repeat(60)}`)
    const { content_hash } = await site.publish({ path: '/tools/long', body: parts.join('\n') })
    const page = await browser.open(t, { hasScripts: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${site.url}/read/tools/long`)
    const here = page.locator('nav.sections [aria-current=location]')
    for (const part of [2, 0, 3]) {
      await page
        .getByRole('heading', { name: `Part ${part}` })
        .evaluate((heading) => heading.scrollIntoView())
      await page.locator('nav.sections [aria-current=location]', { hasText: `Part ${part}` }).waitFor()
      assert.equal(await here.count(), 1)
    }
    await page.locator('.provenance').getByRole('button', { name: 'Copy the hash' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), content_hash)
  })

  test('an invited article is there for a session, and its page says who is signed in', async (t) => {
    const { site } = await open()
    const wish = { token: site.admin, headers: { origin: site.url } }
    const exchange = await site.post('/api/v1/session', {}, wish)
    const [name = '', value = ''] = (exchange.header('set-cookie')?.split(';')[0] ?? '').split('=')
    const page = await browser.open(t, { cookie: { name, value, url: site.url } })
    await page.goto(`${site.url}/read/attic/trunk`)
    assert.equal(await page.locator('h1').textContent(), 'The trunk')
    assert.equal(await page.locator('.visitor').textContent(), 'Signed in as administrator')
    const stranger = await browser.open(t)
    await stranger.goto(`${site.url}/read/attic/trunk`)
    assert.equal(await stranger.locator('h1').textContent(), 'Not found')
  })

  test('of every hostile text a browser without a content policy runs nothing and loads nothing', async (t) => {
    const highlighter = await createHighlighter()
    const request = { title: 'x', path: '/tools/saw', showsImages: false }
    const rendered = await Promise.all(
      HOSTILE_TEXTS.map((body) => renderMarkdown({ ...request, body }, highlighter)),
    )
    const page = await browser.open(t, { hasScripts: true })
    const asked: string[] = []
    page.on('request', (sent) => void asked.push(sent.url()))
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await page.setContent(`<main>${rendered.map((text) => `<div>${text?.html}</div>`).join('')}</main>`)
    const told = await page.evaluate<{
      texts: number
      tags: string[]
      schemes: string[]
      handlers: number
    }>(`({
      texts: document.querySelectorAll('main > div').length,
      tags: [...new Set([...document.querySelectorAll('main *')].map((one) => one.localName))],
      schemes: [...new Set([...document.querySelectorAll('[href]')].map((one) => one.protocol))],
      handlers: [...document.querySelectorAll('main *')].filter((one) =>
        one.getAttributeNames().some((name) => /^on|^style$|^src|^xlink/.test(name))).length,
    })`)
    assert.equal(told.texts, HOSTILE_TEXTS.length)
    assert.equal(told.handlers, 0)
    assert.deepEqual(
      told.schemes.filter((scheme) => !['https:', 'http:', 'mailto:', 'about:'].includes(scheme)),
      [],
    )
    assert.deepEqual(
      told.tags.filter((tag) => /script|frame|object|embed|form|input|svg|math|style|base/.test(tag)),
      [],
    )
    assert.deepEqual(asked, [])
  })
})
