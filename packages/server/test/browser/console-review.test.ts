import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessibilityFaults, describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { openDesk, planned } from '../support/editorial.ts'
import { describeSites, openAnySite } from '../support/site.ts'

describeBrowser((browser) => {
  describeSites((sites) => {
    test('a reviewer reads line by line, loses the lease, and gives the review with nothing lost', async (t) => {
      const site = await sites.open(t, { topics: ['tools'] })
      const desk = await openDesk(site)
      const { candidate_hash } = await planned(site, desk, {
        path: '/tools/saws',
        title: 'Saws',
        body: 'one\n\nthree\n',
      })
      const page = await browser.open(t)
      await enter(page, site, desk.reviewers[0])
      await page.getByRole('link', { name: 'Reviews' }).click()
      await page.getByRole('link', { name: 'Saws' }).first().click()
      await page.getByRole('button', { name: 'Claim this review' }).click()
      assert.deepEqual(await page.locator('.numbered li').allInnerTexts(), ['one', '', 'three'])
      await page.getByLabel('Where').nth(1).fill('line 3')
      await page.getByLabel('What is wrong').nth(1).fill('Three of what?')
      await page.getByRole('button', { name: 'More findings' }).click()
      assert.equal(await page.getByLabel('Where').count(), 6)
      assert.equal(await page.getByLabel('Where').nth(1).inputValue(), 'line 3')
      await page.getByLabel('Request changes').check()
      await page.getByLabel('Summary').fill('I read it.')
      await page.getByRole('button', { name: 'Give the review' }).click()
      assert.match(await page.getByRole('alert').innerText(), /Finding 2: How grave is required/)
      await page.getByLabel('How grave').nth(1).selectOption('major')
      site.clock.advance({ seconds: 400 })
      await page.getByRole('button', { name: 'Give the review' }).click()
      assert.match(await page.getByRole('alert').innerText(), /lease is no longer yours/)
      await page.getByRole('button', { name: 'Claim the task again' }).click()
      await page.getByRole('button', { name: 'Give the review' }).click()
      assert.equal(await page.getByRole('status').innerText(), 'Your review is given.')
      const reviews = `/api/v1/candidates/${candidate_hash}/reviews`
      const { items } = (await site.get(reviews, { token: desk.curator })).as('listReviews')
      assert.deepEqual(
        items.map(({ verdict, findings }) => ({ verdict, findings })),
        [
          {
            verdict: 'request_changes',
            findings: [{ severity: 'major', locator: 'line 3', comment: 'Three of what?' }],
          },
        ],
      )
    })
  })

  test('a row of evidence is written down, and a click on a line names it in a finding', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { tasks, candidate_hash } = await planned(site, desk, {
      path: '/tools/saws',
      body: 'one\n\nthree\n',
    })
    const page = await browser.open(t, { hasScripts: true })
    await enter(page, site, desk.reviewers[0])
    await page.goto(`${site.url}/console/reviews/${tasks.accuracy}`)
    await page.getByRole('button', { name: 'Claim this review' }).click()
    await page.locator('#L3').click()
    assert.equal(await page.getByLabel('Where').nth(0).inputValue(), 'line 3')
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole('link', { name: 'Its evidence' }).click()
    const form = page.locator('form[action$="/manual"]')
    for (const label of [
      'Subject',
      'Place in the source',
      'Source',
      'What you saw there',
      'Name',
      'Version',
      'Where the source has it from',
      'What it does not show',
    ])
      await form.getByLabel(label, { exact: true }).fill(`<b>${label}</b>`)
    await form.getByLabel('Holds until (UTC)').fill('2026-03-20T12:00')
    await page.getByRole('button', { name: 'Add the row', exact: true }).click()
    assert.equal(await page.getByRole('status').innerText(), 'The row of evidence is added.')
    assert.match(await page.locator('.evidence').innerText(), /COUNTS.*<b>What you saw there<\/b>/s)
    assert.deepEqual(await accessibilityFaults(page), [])
    const rows = (
      await site.get(`/api/v1/candidates/${candidate_hash}/evidence`, { token: desk.curator })
    ).as('listEvidence')
    assert.equal(rows.items[0]?.expires_at, '2026-03-20T12:00:00.000Z')
  })
})
