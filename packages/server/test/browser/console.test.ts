import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { openDesk, planned } from '../support/editorial.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'
import { claimTask, openTask } from '../support/tasks.ts'

const PRESETS = ['contributor', 'trusted_author', 'reviewer', 'curator', 'administrator'] as const

/** What each credential is offered, in the order of the bar. */
const OFFERED = {
  contributor: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates'],
  trusted_author: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates'],
  reviewer: ['Overview', 'Tasks', 'Candidates', 'Reviews'],
  curator: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates', 'Reviews'],
  administrator: ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates', 'Reviews'],
} as const

const DARK = ['', '/tasks', '/write', '/submissions']

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

  test('axe finds nothing, in the light and in the dark, and nothing is wider than a small screen', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const places = await makeWork(site)
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.open(t, { scheme, hasScripts: true, width: 320 })
      await page.goto(`${site.url}/console/sign-in`)
      assert.deepEqual(await accessibilityFaults(page), [], `${scheme} door`)
      await enter(page, site, site.admin)
      // The colours differ in the dark, and nothing else.
      for (const place of scheme === 'light' ? places : DARK) {
        await page.goto(`${site.url}/console${place}`)
        assert.deepEqual(await accessibilityFaults(page), [], `${scheme} ${place}`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, place)
      }
      await page.goto(`${site.url}/console/write`)
      await page.getByRole('button', { name: 'Submit the proposal' }).click()
      await page.locator('[role=alert]:focus').waitFor()
      assert.deepEqual(await accessibilityFaults(page), [], `${scheme} refused`)
    }
  })
})

/** Something on every desk; answers the pages that show it. */
async function makeWork(site: Site): Promise<string[]> {
  const desk = await openDesk(site)
  const { task_id } = await openTask(site)
  await claimTask(site, task_id, site.admin)
  const { entry_id } = await site.publish({ path: '/tools/saws' })
  const submission = submissionOf({ path: '/tools/planes' })
  const sent = await site.post('/api/v1/submissions', submission, { token: desk.author })
  const { proposal_hash } = sent.as('createSubmission')
  const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/files' })
  return [
    '',
    '/tasks',
    `/tasks/${task_id}`,
    '/write',
    `/write/${entry_id}`,
    '/submissions',
    `/submissions/${proposal_hash}`,
    `/submissions/${proposal_hash}/finalize`,
    '/candidates',
    `/candidates/${candidate_hash}`,
    `/candidates/${candidate_hash}/publish`,
    `/candidates/${candidate_hash}/evidence`,
    '/reviews',
    `/reviews/${tasks.accuracy}`,
  ]
}
