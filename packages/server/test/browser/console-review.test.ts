import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { claim, openDesk, planned } from '../support/editorial.ts'
import { openAnySite } from '../support/site.ts'

describeBrowser((browser) => {
  test('a reviewer reads line by line, loses the lease, and gives the review with nothing lost', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
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

  test('a click on a line names it in the first finding that names nothing', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { tasks } = await planned(site, desk, { path: '/tools/saws', body: 'one\n\nthree\n' })
    await claim(site, tasks.accuracy, desk.reviewers[0])
    const page = await browser.open(t, { hasScripts: true })
    await enter(page, site, desk.reviewers[0])
    await page.goto(`${site.url}/console/reviews/${tasks.accuracy}`)
    await page.getByLabel('Where').nth(0).fill('the whole')
    await page.locator('#L3').click()
    assert.equal(await page.getByLabel('Where').nth(1).inputValue(), 'line 3')
  })

  test('what is typed survives a closed window and a lost lease, until it is sent or its writer signs out', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { tasks } = await planned(site, desk, { path: '/tools/saws', body: 'one\n' })
    await claim(site, tasks.accuracy, desk.reviewers[0])
    const address = `${site.url}/console/reviews/${tasks.accuracy}`
    const page = await browser.open(t, { hasScripts: true })
    await enter(page, site, desk.reviewers[0])
    await page.goto(address)
    const type = async (summary: string) => {
      await page.getByLabel('Summary').fill(summary)
      await page.getByLabel('Where').nth(0).fill('line 1')
      await page.getByLabel('Request changes').check()
      await page.waitForFunction((words) => {
        const kept = Object.values(localStorage).join()
        return kept.includes(words) && kept.includes('request_changes')
      }, summary)
    }
    const kept = () => page.evaluate(() => Object.keys(localStorage).length)
    await type('Half a thought')
    await page.goto('about:blank')
    await page.goto(address)
    assert.equal(await page.getByLabel('Summary').inputValue(), 'Half a thought')
    assert.equal(await page.getByLabel('Where').nth(0).inputValue(), 'line 1')
    assert.equal(await page.getByLabel('Request changes').isChecked(), true)
    await page.getByText('was brought back').waitFor()
    site.clock.advance({ seconds: 400 })
    await page.goto(address)
    await page.getByRole('button', { name: 'Claim this review' }).click()
    assert.equal(await page.getByLabel('Summary').inputValue(), 'Half a thought')
    await page.getByRole('button', { name: 'Discard it' }).click()
    assert.deepEqual([await page.getByLabel('Summary').inputValue(), await kept()], ['', 0])

    await type('Another thought')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    assert.equal(await kept(), 0)
    await enter(page, site, desk.reviewers[0])
    await page.goto(address)
    await page.getByLabel('Summary').fill('The last one')
    await page.getByLabel('Approve').check()
    await page.getByRole('button', { name: 'Give the review' }).click()
    await page.getByText('Your review is given.').waitFor()
    await page.waitForFunction(() => localStorage.length === 0)
  })
})
