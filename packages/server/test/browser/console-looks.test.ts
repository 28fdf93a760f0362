import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONSOLE_PAGES } from '../../src/console/pages.ts'
import { accessibilityFaults, bringAxe, describeBrowser, faultsOfLook } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { furnish } from '../support/furnished.ts'
import { backUpInto, startLacking } from '../support/furnished-restore.ts'
import { WIDE_LIMITS } from '../support/readers.ts'
import { openAnySite } from '../support/site.ts'

const BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** Everything that axe finds in the light, and in the other looks what they can change; widths from the widest down. */
async function assertFaultless(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  assert.deepEqual(await accessibilityFaults(page), [], name)
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await faultsOfLook(page, 'scheme'), [], `${name}, in the dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await page.evaluate(BEYOND), 0, `${name} is wider than ${width}`)
    if (width === 820) assert.deepEqual(await accessibilityFaults(page), [], `${name}, on a tablet`)
  }
  assert.deepEqual(await faultsOfLook(page, 'width'), [], `${name}, on a small screen`)
}

/** The page of the console that an address shows. */
function pageAt(address: string): string {
  // Paths that name something come last: `new` is no id.
  const byNames = CONSOLE_PAGES.toSorted(
    (one, other) => one.path.split(':').length - other.path.split(':').length,
  )
  const [place = ''] = address.split('?')
  const found = byNames.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(place))
  return found?.path ?? 'none'
}

describeBrowser((browser) => {
  test('axe finds nothing on any page, in the light and in the dark, and none is wider than its screen', async (t) => {
    const site = await openAnySite(t, { limits: WIDE_LIMITS })
    const { token, places } = await furnish(site)
    const page = await browser.open(t, { hasScripts: true })
    await bringAxe(page)
    const faults: string[] = []
    await page.goto(`${site.url}/console/sign-in`)
    await assertFaultless(page, 'the sign-in page')
    await enter(page, site, token)
    page.on('console', (message) => void faults.push(`${page.url()} ${message.text()}`))
    for (const [name, path] of Object.entries(places)) {
      await page.goto(`${site.url}/console${path}`)
      await assertFaultless(page, name)
    }
    const seen = new Set(Object.values(places).map((path) => pageAt(`/console${path}`)))
    const unseen = CONSOLE_PAGES.map(({ path }) => path).filter((path) => !seen.has(path))
    assert.deepEqual(unseen, [], 'every page is among them')
    await page.goto(`${site.url}/console/write`)
    await page.getByRole('button', { name: 'Submit the proposal' }).click()
    await page.locator('[role=alert]:focus').waitFor()
    await assertFaultless(page, 'a form that was refused')
    await page.goto(`${site.url}/console${places['suggestions-declined']}`)
    await page.getByLabel('Reason').fill('Not of this topic.')
    await page.getByRole('button', { name: 'Decline 1 suggestion' }).click()
    await page.getByText('1 of 1 done.').waitFor()
    await assertFaultless(page, 'what became of several')
    assert.deepEqual(
      faults.filter((fault) => !/status of 400/.test(fault)),
      [],
    )
  })

  test('neither does it before a restore, nor while one lacks something', async (t) => {
    const old = await openAnySite(t, { topics: ['tools'] })
    await old.publish({ path: '/tools/hammer' })
    const folder = await backUpInto(t, old)
    const site = await openAnySite(t)
    const page = await browser.open(t, { hasScripts: true })
    await bringAxe(page)
    await enter(page, site, site.admin)
    await page.goto(`${site.url}/console/admin/recovery/restore`)
    await page.getByLabel('Folder', { exact: true }).setInputFiles(folder)
    await page.getByRole('button', { name: 'Bring its pages and objects' }).waitFor()
    await assertFaultless(page, 'before a restore')
    await startLacking(site, folder)
    await page.goto(`${site.url}/console/admin/recovery`)
    await page.getByRole('button', { name: 'Do the next step' }).click()
    await page.locator('.missing li').first().waitFor()
    await assertFaultless(page, 'a restore that lacks something')
  })
})
