import assert from 'node:assert/strict'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { backUp, fileOf, newestManifest } from '../support/backup-folder.ts'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { makeFolder } from '../support/folder.ts'
import { openAnySite, type Site } from '../support/site.ts'

const OPEN_AGAIN = 'The job is complete, and the press is open again.'

/** A backup of a server with some articles; answers its folder and the objects of two of them. */
async function backUpTools(t: TestContext) {
  const site = await openAnySite(t, { topics: ['tools'] })
  const hammer = await site.publish({ path: '/tools/hammer', title: 'How to hold a hammer' })
  const saw = await site.publish({ path: '/tools/saw', title: 'How to saw' })
  const folder = join(await makeFolder(t), 'backup')
  await backUp(site, folder)
  return { folder, hammer: hammer.content_hash, saw: saw.content_hash }
}

/** Starts what the page of the restore says by now. */
async function startRestore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the restore' }).click()
  await page.getByText('The restore has started.').waitFor()
}

/** The sessions of the server have ended with the restore. */
async function enterAgain(page: Page, site: Site): Promise<void> {
  await page.getByLabel('Your bearer token').fill(site.admin)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(OPEN_AGAIN).waitFor()
}

describeBrowser((browser) => {
  test('a press is restored from the folder of a backup, with what was missing and altered in it mended', async (t) => {
    const { folder, hammer, saw } = await backUpTools(t)
    const aside = join(folder, '..', 'aside', hammer)
    await mkdir(dirname(aside))
    await rename(join(folder, fileOf('blobs', hammer)), aside)
    const sawAside = join(dirname(aside), saw)
    await rename(join(folder, fileOf('blobs', saw)), sawAside)
    await writeFile(join(folder, fileOf('blobs', saw)), 'altered')

    const site = await openAnySite(t)
    const page = await browser.open(t, { hasScripts: true })
    await enter(page, site, site.admin)
    await page.goto(`${site.url}/console/admin/recovery`)
    await page.getByRole('link', { name: 'Restore a backup' }).click()
    await page.getByLabel('Folder', { exact: true }).setInputFiles(folder)
    await page.getByRole('button', { name: 'Bring its pages and objects' }).click()
    const told = page.locator('#told')
    await told.getByText(`Not in what was chosen: ${hammer}.`).waitFor()
    assert.match(await told.innerText(), new RegExp(`Not taken: ${saw} \\(is not the SHA-256 of the body\\)`))
    assert.match(await page.getByLabel('Manifest', { exact: true }).inputValue(), /^\{"blobs":/)
    await startRestore(page)

    const drive = page.getByRole('button', { name: 'Go on to the end' })
    await drive.click()
    const missing = page.locator('.missing li')
    await missing.getByText(hammer).waitFor()
    await missing.getByText(saw).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByLabel('Or files of it').setInputFiles([aside, sawAside])
    await told.getByText('2 are here.').waitFor()
    assert.equal(await missing.count(), 0)
    await drive.click()

    await enterAgain(page, site)
    await page.goto(`${site.url}/console/topics/tools/visibility`)
    await page.getByLabel('Reason').fill('I looked at it.')
    await page.getByRole('button', { name: 'Make it public' }).click()
    await page.context().clearCookies()
    await page.goto(`${site.url}/read/tools/hammer`)
    await page.getByRole('heading', { name: 'How to hold a hammer' }).waitFor()
  })

  test('a restore that began with its manifest alone takes everything from a folder as it goes', async (t) => {
    const { folder } = await backUpTools(t)
    const site = await openAnySite(t)
    const page = await browser.open(t, { hasScripts: true })
    await enter(page, site, site.admin)
    await page.goto(`${site.url}/console/admin/recovery/restore`)
    await page.getByLabel('Manifest from a file').setInputFiles(join(folder, await newestManifest(folder)))
    await startRestore(page)
    await page.getByLabel('Folder', { exact: true }).setInputFiles(folder)
    await page.getByText('It is at hand').waitFor()
    await page.getByRole('button', { name: 'Go on to the end' }).click()
    await enterAgain(page, site)
  })
})
