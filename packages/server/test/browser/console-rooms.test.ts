import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { openTask } from '../support/tasks.ts'

async function signIn(page: Page, site: Site, token: string): Promise<void> {
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Your bearer token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A page of each kind, with something on it. */
async function addressesOf(site: Site): Promise<string[]> {
  const { content_hash } = await site.publish({ path: '/tools/hammer', title: 'The hammer' })
  const { task_id } = await openTask(site)
  const suggested = { topic_id: 'tools', kind: 'research', question: 'Which?', motivation: 'Asked.' }
  const { suggestion_id } = (await site.post('/api/v1/suggestions', suggested, { token: site.admin })).as(
    'createSuggestion',
  )
  const report = { value: 'up', comment: 'It drove the nail.' }
  await site.post(`/api/v1/objects/${content_hash}/signals`, report, { token: site.admin })
  const { snapshot_id } = (await site.post('/api/v1/admin/recovery/snapshots', {}, { token: site.admin })).as(
    'createSnapshot',
  )
  const suggestion = `/suggestions/${suggestion_id}`
  return [
    ...['/suggestions', suggestion, `${suggestion}/resolution`, '/suggestions/new', '/signals'],
    ...[`/tasks/${task_id}`, `/tasks/${task_id}/cancel`, `/revisions/${content_hash}`],
    ...['/topics', '/topics/tools', '/topics/tools/policy', '/topics/tools/visibility'],
    ...['/admin', '/admin/tokens', '/admin/tokens/new', '/admin/audit', '/admin/capacity'],
    ...['/admin/snapshots', '/admin/recovery', `/admin/snapshots/${snapshot_id}`],
  ].map((path) => `${site.url}/console${path}`)
}

describeBrowser((browser) => {
  test('axe finds nothing in either room, and no page is wider than a phone', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const addresses = await addressesOf(site)
    const page = await browser.open(t, { width: 390, hasScripts: true })
    await signIn(page, site, site.admin)
    const faults: string[] = []
    page.on('console', (message) => void faults.push(`${page.url()} ${message.text()}`))
    for (const [place, address] of addresses.entries()) {
      await page.emulateMedia({ colorScheme: place % 2 === 0 ? 'light' : 'dark' })
      await page.goto(address)
      assert.deepEqual(await accessibilityFaults(page), [], address)
      const beyond = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      assert.equal(beyond, 0, `${address} is wider than the screen`)
    }
    assert.deepEqual(faults, [])
  })

  test('without scripts a revision is retired by hand, with a replacement that was searched for', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const old = await site.publish({ path: '/tools/adze', title: 'The adze' })
    await site.publish({ path: '/tools/axe', title: 'The axe' })
    for (let place = 0; place < 8; place += 1) await site.publish({ path: `/tools/other-${place}` })
    const page = await browser.open(t)
    await signIn(page, site, site.admin)
    await page.getByRole('link', { name: 'Topics', exact: true }).last().click()
    await page.getByRole('link', { name: 'Topic tools' }).click()
    await page.getByLabel('Words or a path').fill('adze')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('link', { name: 'The adze' }).click()
    await page.getByLabel('Reason').fill('Nobody has one.')
    assert.equal(await page.getByLabel('The axe').count(), 0)
    await page.getByLabel('Words, a title, a path or a hash of this topic').fill('axe')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByLabel('Reason').inputValue(), 'Nobody has one.')
    await page.getByLabel('The axe').check()
    await page.getByRole('button', { name: 'Retire it' }).click()
    assert.equal(await page.getByRole('status').innerText(), 'The revision is retired.')
    const { retirement } = (await site.get(`/api/v1/entries/${old.entry_id}`)).as('getEntry')
    assert.deepEqual(
      retirement?.replacements.map(({ title }) => title),
      ['The axe'],
    )
  })

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

  for (const hasScripts of [false, true])
    test(`a bearer is shown to be ${hasScripts ? 'copied by a button' : 'selected, without scripts'}`, async (t) => {
      const site = await openAnySite(t)
      const page = await browser.open(t, { hasScripts })
      if (hasScripts) await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn(page, site, site.admin)
      await page.goto(`${site.url}/console/admin/tokens/new`)
      await page.getByLabel('Name').fill('Dora')
      await page.getByRole('button', { name: 'Issue the token' }).click()
      const token = await page.locator('#bearer').innerText()
      const me = (await site.get('/api/v1/me', { token })).as('getMe')
      assert.equal(me.label, 'Dora')
      const button = page.getByRole('button', { name: 'Copy the bearer' })
      assert.equal(await button.isVisible(), hasScripts)
      if (!hasScripts) return
      await button.click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), token)
    })
})
