import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { judge, manualEvidence, plan } from '../support/editorial.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'
import { openTask } from '../support/tasks.ts'

const HOSTILE = `"'><img src=x onerror=window.pwned=1></textarea><script>window.pwned=1</script>{{1}}`
const LINK = 'javascript:window.pwned=1'

/** A world in which every text that somebody could write is hostile; answers the pages that show it. */
async function makeHostileWorld(site: Site): Promise<string[]> {
  const token = (preset: 'curator' | 'contributor' | 'reviewer') =>
    site.token({ preset, label: HOSTILE, review_grants: null })
  const [author, curator, reviewer] = [
    await token('contributor'),
    await token('curator'),
    await token('reviewer'),
  ]
  const { task_id } = await openTask(site, { title: HOSTILE, brief: `${HOSTILE}\n${LINK}` })
  const texts = {
    kind: 'observation',
    title: HOSTILE,
    summary: HOSTILE,
    body: `${HOSTILE}\n\n[click](${LINK}) <${LINK}>\n`,
    observed_at: '2026-03-01T00:00:00Z',
    refresh_after: '2026-04-01T00:00:00Z',
    applicability: HOSTILE,
    references: [
      { kind: 'url', url: `https://elsewhere.example/${encodeURI(HOSTILE)}`, title: HOSTILE, note: HOSTILE },
    ],
  } as const
  const submit = async (path: string) => {
    const body = { ...submissionOf({ path }), ...texts, references: [...texts.references] }
    return (await site.post('/api/v1/submissions', body, { token: author })).as('createSubmission')
      .proposal_hash
  }
  const [accepted, declined] = [await submit('/tools/accepted'), await submit('/tools/declined')]
  const decline = `/api/v1/submissions/${declined}/decline`
  ;(await site.post(decline, { reason: HOSTILE }, { token: curator })).as('declineSubmission')
  const finalize = `/api/v1/submissions/${accepted}/finalize`
  const { candidate_hash } = (await site.post(finalize, {}, { token: curator })).as('finalizeSubmission')
  const tasks = await plan(site, { author, curator, reviewers: [reviewer, reviewer] }, candidate_hash)
  const findings = [{ severity: 'major' as const, locator: HOSTILE, comment: HOSTILE }]
  ;(await judge(site, tasks.accuracy, { token: reviewer, summary: HOSTILE, findings })).as('createReview')
  const row = {
    subject: HOSTILE,
    selector: HOSTILE,
    source_locator: LINK,
    observed_result: HOSTILE,
    limitations: HOSTILE,
  }
  const evidence = `/api/v1/candidates/${candidate_hash}/evidence`
  const added = await site.post(evidence, manualEvidence(site.clock.now(), row), { token: reviewer })
  const challenge = `/api/v1/evidence/${added.as('createEvidence').evidence_id}/challenge`
  ;(await site.post(challenge, { selector: HOSTILE, reason: HOSTILE }, { token: curator })).as(
    'challengeEvidence',
  )
  return [
    '/tasks',
    `/tasks/${task_id}`,
    '/submissions',
    `/submissions/${accepted}`,
    `/submissions/${declined}`,
    `/submissions/${declined}/withdraw`,
    '/candidates',
    `/candidates/${candidate_hash}`,
    `/candidates/${candidate_hash}/publish`,
    `/candidates/${candidate_hash}/evidence`,
    `/reviews/${tasks.accuracy}`,
    `/write?path=${encodeURIComponent(HOSTILE)}`,
    `/write?task=${task_id}`,
  ]
}

async function assertHarmless(page: Page, place: string): Promise<void> {
  assert.equal(await page.evaluate('window.pwned'), undefined, place)
  assert.equal(await page.locator('img[src="x"], body script, [onerror]').count(), 0, place)
  assert.equal(await page.locator('[href^="javascript:" i], [action^="javascript:" i]').count(), 0, place)
}

describeBrowser((browser) => {
  test('hostile texts are texts on every page, and in every field', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const pages = await makeHostileWorld(site)
    const page = await browser.open(t, { hasScripts: true })
    await enter(page, site, await site.token({ label: HOSTILE }))
    await assertHarmless(page, 'overview')
    assert.ok((await page.locator('.visitor').innerText()).includes(HOSTILE))
    for (const place of pages) {
      const response = await page.goto(`${site.url}/console${place}`)
      assert.equal(response?.status(), 200, place)
      await assertHarmless(page, place)
    }
    await page.goto(`${site.url}/console/write`)
    await page.getByText('Of an observation only').click()
    const fields = page.locator('.form input[type=text], .form textarea')
    for (const field of await fields.all()) await field.fill(HOSTILE)
    for (const button of ['Preview and check', 'Find', 'More references', 'Submit the proposal']) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await assertHarmless(page, button)
      assert.equal(await page.getByLabel('Text', { exact: true }).inputValue(), HOSTILE, button)
    }
  })
})
