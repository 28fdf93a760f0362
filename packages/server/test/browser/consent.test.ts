import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ask, openAsking, redeem } from '../support/authorization.ts'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'

/** The page of the client that leads to the server, and that to which the server leads back. */
function pagesOfClient(path: string, consent: string) {
  const html = { 'content-type': 'text/html' }
  if (path === '/start') return { status: 200, headers: html, body: `<a href="${consent}">Connect</a>` }
  return path.startsWith('/callback') ? { status: 200, headers: html, body: 'Connected' } : null
}

async function connect(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/start`)
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Let an application in' }).waitFor()
}

describeBrowser((browser) => {
  for (const hasScripts of [false, true])
    test(`a new reader lets an application in, ${hasScripts ? 'with' : 'without'} scripts`, async (t) => {
      const { site, client, asking } = await openAsking(t)
      client.respond = (path) => pagesOfClient(path, site.url + asking.path)
      const page = await browser.open(t, { hasScripts })
      await connect(page, client.origin)
      if (hasScripts) assert.deepEqual(await accessibilityFaults(page), [])
      await page.getByRole('button', { name: 'Become a reader and let it in' }).click()
      await page.waitForURL(`${client.origin}/callback**`)
      assert.equal((await redeem(site, asking, new URL(page.url()))).scope, 'read')
    })

  test('whoever has a bearer chooses what the application gets', async (t) => {
    const { site, client } = await openAsking(t)
    const asking = await ask(site, client, { scope: 'read propose review' })
    client.respond = (path) => pagesOfClient(path, site.url + asking.path)
    const page = await browser.open(t, { hasScripts: true })
    await connect(page, client.origin)
    await page.getByLabel('Your bearer token').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('malformed').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByLabel('Your bearer token').fill(site.admin)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('submit articles').check()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByLabel('For how long').selectOption('1 day')
    await page.getByRole('button', { name: 'Let it in', exact: true }).click()
    await page.waitForURL(`${client.origin}/callback**`)
    const issued = await redeem(site, asking, new URL(page.url()))
    assert.deepEqual([issued.scope, issued.expires_in], ['read propose', 86_400])
  })

  test('a page of another site cannot show the page of consent in itself', async (t) => {
    const { site, client, asking } = await openAsking(t)
    const body = `<iframe src="${(site.url + asking.path).replaceAll('&', '&amp;')}"></iframe>`
    client.respond = (path) =>
      path === '/frame' ? { status: 200, headers: { 'content-type': 'text/html' }, body } : null
    const page = await browser.open(t, { hasScripts: true })
    await page.goto(`${client.origin}/frame`)
    for (const frame of page.frames())
      assert.equal(await frame.getByRole('button', { name: 'Become a reader' }).count(), 0)
  })
})
