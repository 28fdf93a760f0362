import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { publishExamples } from '../../src/commands/examples.ts'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'
import { openAnySite } from '../support/site.ts'

const ISLANDS = join(import.meta.dirname, '../../src/pages/islands')
/** What all scripts of pages for readers may take, compressed. */
const SCRIPT_BYTES = 12 * 1024

test('the scripts of pages for readers are small', () => {
  const texts = globSync('{palette,outline,copy}.js', { cwd: ISLANDS }).map((name) =>
    readFileSync(join(ISLANDS, name)),
  )
  const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0)
  assert.ok(bytes > 0 && bytes < SCRIPT_BYTES, `${bytes} bytes`)
})

describeBrowser((browser) => {
  test('a palette answers while somebody types, by the keyboard alone', async (t) => {
    const site = await openAnySite(t)
    await publishExamples(site.app)
    const page = await browser.open(t, { hasScripts: true })
    const faults: string[] = []
    page.on('console', (message) => void faults.push(message.text()))
    await page.goto(`${site.url}/read`)
    await page.keyboard.press('/')
    const palette = page.getByRole('dialog', { name: 'Search' })
    await palette.waitFor()
    await page.keyboard.type('birthday without year')
    const first = palette.getByRole('option').first()
    await first.waitFor()
    assert.equal(await first.locator('bdi').textContent(), 'Birthdays without a year')
    const groups = await palette
      .getByRole('group')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    assert.deepEqual(groups, ['Articles', 'Sections', 'Passages'])
    assert.match((await palette.getByRole('status').textContent()) ?? '', /^\d+ articles, \d+ passages/)
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.keyboard.press('ArrowDown')
    const field = palette.getByRole('combobox')
    assert.equal(await field.getAttribute('aria-activedescendant'), await first.getAttribute('id'))
    assert.equal(await first.getAttribute('aria-selected'), 'true')
    await page.keyboard.press('ArrowUp')
    assert.equal(await palette.getByRole('option').last().getAttribute('aria-selected'), 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/read/contact-import/birthdays-without-year`)
    assert.deepEqual(faults, [])
  })

  test('without an answer it says so, Escape closes it, and Enter goes to the page of the search', async (t) => {
    const site = await openAnySite(t)
    await publishExamples(site.app)
    const page = await browser.open(t, { hasScripts: true })
    await page.goto(`${site.url}/topics`)
    await page.getByRole('button', { name: 'Find /' }).click()
    const palette = page.getByRole('dialog', { name: 'Search' })
    await page.keyboard.type('xyzzyplugh')
    await palette.getByText('Nothing found').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await palette.isVisible(), false)
    const field = page.locator('#site-search')
    await field.fill('')
    await field.press('/')
    assert.equal(await field.inputValue(), '/')
    assert.equal(await palette.isVisible(), false)
    await field.fill('')
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type('line folding')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=line/)
  })

  test('what is typed inside a topic is answered from that topic alone', async (t) => {
    const site = await openAnySite(t)
    await publishExamples(site.app)
    const page = await browser.open(t, { hasScripts: true })
    for (const path of ['/topics/calendar-recurrence', '/topics/calendar-recurrence/contents']) {
      await page.goto(site.url + path)
      await page.getByRole('searchbox', { name: 'In this topic' }).pressSequentially('without a year')
      const palette = page.getByRole('dialog', { name: 'Search in this topic' })
      const titles = palette.getByRole('group', { name: 'Articles' }).getByRole('option')
      await titles.first().waitFor()
      assert.equal(await palette.getByRole('combobox').inputValue(), 'without a year')
      for (const href of await titles.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
        assert.match(href, /^\/read\/calendar-recurrence\//)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/search\?q=without\+a\+year&topic=calendar-recurrence/)
    }
  })

  test('what a search is narrowed by is applied as it is chosen', async (t) => {
    const site = await openAnySite(t)
    await publishExamples(site.app)
    const page = await browser.open(t, { hasScripts: true })
    await page.goto(`${site.url}/search?q=birthday`)
    assert.equal(await page.getByRole('button', { name: 'Narrow' }).isVisible(), false)
    await page.locator('form.narrow select[name=topic]').selectOption('calendar-recurrence')
    await page.waitForURL(/topic=calendar-recurrence/)
    assert.ok((await page.locator('main a[href^="/read/calendar-recurrence/"]').count()) > 0)
  })
})
