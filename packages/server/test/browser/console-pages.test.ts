import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'
import { openAnySite, type Site } from '../support/site.ts'

async function signIn(page: Page, site: Site, token: string): Promise<void> {
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Your bearer token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describeBrowser((browser) => {
  test('a rebuild goes on to its end by itself, and leads to the page that says so', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer' })
    const page = await browser.open(t, { hasScripts: true })
    await signIn(page, site, site.admin)
    await page.goto(`${site.url}/console/admin/recovery/rebuild`)
    await page.getByRole('button', { name: 'Start the rebuild' }).click()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole('button', { name: 'Go on to the end' }).click()
    await page.getByText('The job is complete, and the press is open again.').waitFor()
    assert.equal((await site.get('/api/v1/index')).as('listIndex').items.length, 1)
  })

  test('a job that somebody else drives is shown as far as it is', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer' })
    const page = await browser.open(t, { hasScripts: true })
    await signIn(page, site, site.admin)
    const staged = '/api/v1/admin/recovery/staged'
    let job = (await site.post(staged, { kind: 'rebuild' }, { token: site.admin })).as('startRecovery')
    await page.goto(`${site.url}/console/admin/recovery`)
    while (job.state === 'running') {
      const { phase, cursor, offset } = job
      const step = { expected_phase: phase, expected_cursor: cursor, expected_offset: offset }
      const answer = await site.post(`${staged}/${job.job_id}`, step, { token: site.admin })
      job = answer.as('continueRecovery')
    }
    await page.getByText('The job is complete, and the press is open again.').waitFor()
  })

  test('a bearer is shown to be copied by a button', async (t) => {
    const site = await openAnySite(t)
    const page = await browser.open(t, { hasScripts: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, site, site.admin)
    await page.goto(`${site.url}/console/admin/tokens/new`)
    await page.getByLabel('Name').fill('Dora')
    await page.getByRole('button', { name: 'Issue the token' }).click()
    const token = await page.locator('#bearer').innerText()
    const me = (await site.get('/api/v1/me', { token })).as('getMe')
    assert.equal(me.label, 'Dora')
    await page.getByRole('button', { name: 'Copy the bearer' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), token)
  })
})
