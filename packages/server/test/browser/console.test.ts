import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { openAnySite } from '../support/site.ts'

const PRESETS = ['contributor', 'trusted_author', 'reviewer', 'curator', 'administrator'] as const

/** What each credential is offered, in the order of the bar. */
const OFFERED = {
  contributor: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates'],
  trusted_author: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates'],
  reviewer: ['Overview', 'Tasks', 'Candidates', 'Reviews'],
  curator: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates', 'Reviews'],
  administrator: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates', 'Reviews'],
} as const

describeBrowser((browser) => {
  for (const hasScripts of [false, true])
    test(`whoever signs in is offered what the credential allows, scripts ${hasScripts ? 'on' : 'off'}`, async (t) => {
      const site = await openAnySite(t)
      const page = await browser.open(t, { hasScripts })
      for (const preset of hasScripts ? (['administrator'] as const) : PRESETS) {
        await enter(page, site, await site.token({ preset, review_grants: null }))
        assert.equal(page.url(), `${site.url}/console`)
        const links = await page.locator('.bar nav a').allInnerTexts()
        for (const label of OFFERED[preset]) assert.ok(links.includes(label), `${preset}: ${links}`)
        await page.getByRole('button', { name: 'Sign out' }).click()
        assert.equal(await page.getByRole('status').innerText(), 'You are signed out.')
      }
    })
})
