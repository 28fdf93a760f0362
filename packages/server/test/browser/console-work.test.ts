import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { openAnySite } from '../support/site.ts'
import { claimTask, listTasks, openTask } from '../support/tasks.ts'

/** Fills in what every draft needs. */
async function draft(page: Page, path: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).first().fill('Choosing a saw')
  await page.getByLabel('Summary').fill('Which saw cuts what.')
  await page.getByLabel('Path', { exact: true }).fill(path)
  await page.getByLabel('Text', { exact: true }).fill('# Saws\n\nA *fine* saw for fine work.\n')
}

describeBrowser((browser) => {
  test('a contributor is led from a task to its draft, and back from what is refused', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    await openTask(site, { title: 'Compare saws' })
    const page = await browser.open(t)
    await enter(page, site, await site.token({ preset: 'contributor', label: 'Bea' }))
    await page.getByRole('link', { name: 'Compare saws' }).click()
    await page.getByRole('button', { name: 'Claim this task' }).click()
    assert.match(await page.locator('.lease').innerText(), /You hold this task until 2 March 2026, 09:35 UTC/)
    await page.getByRole('link', { name: 'Write the proposal' }).click()
    await draft(page, '/nowhere/saws')
    await page.getByRole('button', { name: 'Submit the proposal' }).click()
    assert.match(await page.getByRole('alert').innerText(), /Path names nothing that you can use here/)
    await page.getByRole('alert').getByRole('link', { name: /^Path/ }).click()
    assert.equal(await page.locator(':focus').getAttribute('name'), '/path')
    await page.getByLabel('Path', { exact: true }).fill('/tools/saws')
    await page.getByRole('button', { name: 'Preview and check' }).click()
    assert.match(await page.locator('#preview').innerText(), /A fine saw/)
    await page.getByRole('button', { name: 'Submit the proposal' }).click()
    assert.equal(await page.getByRole('status').innerText(), 'Your proposal is submitted.')
    await page.getByRole('link', { name: /^[0-9a-f]{8}-/ }).click()
    await page.getByRole('button', { name: 'Complete the task' }).click()
    assert.equal((await listTasks(site, 'state=completed')).length, 1)
  })

  test('while somebody writes, the page shows the text, counts the lease down and renews it', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'], leaseSeconds: 3 })
    const token = await site.token({ preset: 'contributor' })
    const { task_id } = await openTask(site)
    const page = await browser.open(t, { hasScripts: true })
    const faults: string[] = []
    page.on('pageerror', (error) => void faults.push(error.message))
    await enter(page, site, token)
    await claimTask(site, task_id, token)
    await page.goto(`${site.url}/console/write?task=${task_id}`)
    const renewed = page.waitForResponse(/\/heartbeat$/)
    await draft(page, '/tools/saws')
    await page.locator('#preview h2', { hasText: 'Choosing a saw' }).waitFor()
    assert.equal((await renewed).status(), 200)
    await page.locator('.countdown', { hasText: 'renewed while this page is open' }).waitFor()
    site.clock.advance({ seconds: 10 })
    await page.locator('.lease.lost').waitFor()
    assert.match(await page.locator('.lease').innerText(), /The lease is lost/)
    assert.equal(
      await page.getByLabel('Text', { exact: true }).inputValue(),
      '# Saws\n\nA *fine* saw for fine work.\n',
    )
    assert.deepEqual(faults, [])
  })
})
