import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONSOLE_PAGES } from '../../src/console/pages.ts'
import { describeBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { openAnySite, type Site } from '../support/site.ts'

/** What is typed or chosen, by the labels of the fields; true ticks. */
type Typed = Readonly<Record<string, string | true>>

/** Somebody at a browser without scripts, who acts by the forms of the console alone. */
interface Desk {
  /** Signs in, after whoever was there has signed out; answers the rooms that the bar offers. */
  enter(token: string): Promise<string[]>
  /** Opens a page, fills in what it asks for and presses a button; answers the address that the act led to. */
  act(path: string, button: string, typed?: Typed): Promise<string>
  /** The forms that were sent and done, by the paths that they are sent to. */
  readonly done: ReadonlySet<string>
}

/** Where every form is sent to; paths that name something come last: `rebuild` is no id. */
const FORMS = CONSOLE_PAGES.flatMap(({ forms = [] }) => forms.map(({ path }) => path)).sort(
  (one, other) => one.split(':').length - other.split(':').length,
)

/** They need a server that has never published anything: `flows/console-restore` sends them. */
const OF_A_RESTORE = ['restore', 'pages/:sha256', 'blobs/:sha256'].map(
  (path) => `/console/admin/recovery/${path}`,
)

const AUTHORS = ['Overview', 'Tasks', 'Write', 'Submissions', 'Candidates', 'Suggestions', 'Activity']

/** The rooms of each credential, in the order of the bar. */
const OFFERED = {
  Contributor: AUTHORS,
  'Trusted author': AUTHORS,
  Reviewer: ['Overview', 'Tasks', 'Candidates', 'Reviews', 'Suggestions', 'Activity'],
  Curator: [...AUTHORS.slice(0, -2), 'Reviews', 'Suggestions', 'Signals', 'Topics', 'Activity'],
}

function sitAt(page: Page, site: Site): Desk {
  const done = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const form = FORMS.find((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname))
    const isDone = response.request().method() === 'POST' && response.status() < 400
    if (form !== undefined && isDone) done.add(form)
  })
  return {
    done,
    async enter(token) {
      const leave = page.getByRole('button', { name: 'Sign out' })
      if ((await leave.count()) > 0) await leave.click()
      await enter(page, site, token)
      return page.locator('.bar nav a').allInnerTexts()
    },
    async act(path, button, typed = {}) {
      const isThere = new URL(page.url()).pathname === `/console${path}`
      const pressed = page.getByRole('button', { name: button, exact: true })
      if (!isThere || (await pressed.count()) === 0) await page.goto(`${site.url}/console${path}`)
      const question = page.locator('details:not([open]) > summary', { hasText: button })
      if ((await question.count()) > 0) await question.click()
      for (const [label, value] of Object.entries(typed)) await fillIn(page, label, value)
      await pressed.click()
      const said = page.locator('[role=status], [role=alert]').first()
      assert.equal(await said.getAttribute('role'), 'status', `${path} ${button}: ${await said.innerText()}`)
      return new URL(page.url()).pathname.replace('/console', '')
    },
  }
}

async function fillIn(page: Page, label: string, value: string | true): Promise<void> {
  const field = page.getByLabel(label, { exact: true }).first()
  if (value === true) return field.check()
  const isChoice = (await field.and(page.locator('select')).count()) > 0
  if (isChoice) await field.selectOption(value)
  else await field.fill(value)
}

const draftAt = (path: string, title: string): Typed => ({
  Title: title,
  Summary: `All about it: ${title}.`,
  Path: path,
  Text: `## ${title}\n\nA text.\n`,
})

describeBrowser((browser) => {
  test('five people do by its forms whatever the console can do', async (t) => {
    const site = await openAnySite(t, { urlTransport: 'any' })
    const page = await browser.open(t)
    const desk = sitAt(page, site)
    const { act } = desk

    assert.deepEqual(await desk.enter(site.admin), [...OFFERED.Curator, 'Administration'])
    await act('/admin/topics/new', 'Make the topic', {
      'Name in addresses': 'tides',
      Title: 'Tides',
      Summary: 'High and low.',
    })
    const tokens: Record<string, string> = {}
    for (const preset of ['Contributor', 'Trusted author', 'Reviewer', 'Curator']) {
      const grants: Typed = preset === 'Reviewer' ? { 'Topics to review in': 'tides' } : {}
      await act('/admin/tokens/new', 'Issue the token', { Name: preset, [preset]: true, ...grants })
      tokens[preset] = await page.locator('#bearer').innerText()
    }
    const decideAll = async (list: string, wish: { button: string; all: string; typed: Typed }) => {
      await page.goto(`${site.url}/console${list}?tick=all`)
      await page.getByRole('button', { name: wish.button, exact: true }).click()
      return act(new URL(page.url()).pathname.replace('/console', ''), wish.all, wish.typed)
    }
    const as = async (preset: keyof typeof OFFERED) => {
      assert.deepEqual(await desk.enter(tokens[preset] ?? ''), OFFERED[preset], preset)
    }

    await as('Curator')
    await act('/topics/tides/visibility', 'Make it public', { Reason: 'Ready.' })
    await act('/topics/tides/profile', 'Change what it publishes', { 'Agent skills': true, Reason: 'Steps.' })
    await act('/topics/tides/profile', 'Change what it publishes', { Articles: true, Reason: 'Facts.' })
    const policy = {
      'Focuses of review': 'accuracy',
      'Rows of evidence that a reviewed publication needs': '1',
    }
    await act('/topics/tides/policy', 'Put the policy in force', policy)
    const asked = { Topic: 'tides', Title: 'Read the gauge', Brief: 'At slack water.' }
    const task = await act('/tasks/new', 'Open the task', asked)
    await act(`${task}/definition`, 'Put the new text in force', { Brief: 'At slack water, twice.' })
    const other = await act('/tasks/new', 'Open the task', { ...asked, Title: 'Count the waves' })
    await act(`${other}/cancel`, 'Cancel the task', { Reason: 'Too many.' })

    await as('Contributor')
    await act(task, 'Claim this task')
    await act(task, 'Renew the lease')
    await act(task, 'Give it back')
    await act(task, 'Claim this task')
    const draft = draftAt('/tides/pier', 'High water at the pier')
    const proposal = await act(`/write?task=${task.split('/').at(-1)}`, 'Submit the proposal', draft)
    await act(task, 'Complete the task')
    const moon = await act('/write', 'Submit the proposal', draftAt('/tides/moon', 'The moon'))
    const gulls = await act('/write', 'Submit the proposal', draftAt('/tides/gulls', 'Gulls'))
    const sun = await act('/write', 'Submit the proposal', draftAt('/tides/sun', 'The sun'))
    await act(`${sun}/withdraw`, 'Withdraw it')
    const suggestion = await act('/suggestions/new', 'Send the suggestion', {
      Topic: 'tides',
      Question: 'When is high water at the lighthouse?',
      'Why it matters': 'Everybody asks.',
    })

    await as('Trusted author')
    const own = await act('/write', 'Submit the proposal', draftAt('/tides/mole', 'The mole'))
    const mole = await act(`${own}/finalize`, 'Accept it')
    await act(`${mole}/publish`, 'Publish it')
    await page.goto(`${site.url}/read/tides/mole`)
    await page.getByRole('link', { name: 'Revise this entry' }).click()
    const revised = new URL(page.url()).pathname.replace('/console', '')
    await act(revised, 'Submit the revision', { Summary: 'The mole and the tides.' })

    await as('Curator')
    await act(`${moon}/decline`, 'Decline it', { Reason: 'No tide in it.' })
    const candidate = await act(`${proposal}/finalize`, 'Accept it')
    const chosen = `/submissions/several/declined?chosen=${gulls.split('/').at(-1)}`
    await act(chosen, 'Decline 1 proposal', { Reason: 'Birds.' })
    await decideAll('/submissions', { button: 'Accept', all: 'Accept 1 proposal', typed: {} })
    await act(`${candidate}/review-plan`, 'Open the review tasks')

    await as('Reviewer')
    await page.goto(`${site.url}/console/reviews`)
    await page
      .getByRole('link', { name: /High water at the pier/ })
      .first()
      .click()
    const review = new URL(page.url()).pathname.replace('/console', '')
    await act(review, 'Claim this review')
    await act(review, 'Give it back')
    await act(review, 'Claim this review')
    const about = { Subject: 'The establishment', 'Place in the source': 'page 3' }
    await act(`${candidate}/evidence`, 'Add the row', {
      ...about,
      Source: 'The tables of 1921',
      'What you saw there': 'The same.',
      Name: 'A pencil',
      Version: 'HB',
      'Where the source has it from': 'The harbour office.',
      'What it does not show': 'The wind.',
      'Holds until (UTC)': '2026-03-20T12:00',
    })
    await page.goto(`${site.url}/console${candidate}/evidence`)
    const fetched = page.locator('form[action$="/fetched"]')
    await fetched.getByLabel('Subject').fill('The source')
    await fetched.getByLabel('Place in the source').fill('the page')
    await fetched.getByLabel('Address').fill(`${site.url}/agent.md`)
    await fetched.getByRole('button').click()
    assert.match(await page.locator('main').innerText(), /200, text\/markdown/)
    await act(review, 'Give the review', { Approve: true, Summary: 'I compared both.' })

    await as('Curator')
    await page.goto(`${site.url}/console${candidate}/evidence`)
    await page
      .locator('.evidence', { hasText: 'url-transport-v1' })
      .getByRole('link', { name: 'Challenge it' })
      .click()
    const row = new URL(page.url()).pathname.replace('/console', '')
    await act(row, 'Challenge it', { 'What of it you challenge': 'all', Reason: 'It says nothing of tides.' })
    await act(`${candidate}/publish`, 'Publish it', { Reviewed: true })
    await act(`${suggestion}/triage`, 'Triage it', { Accepted: true, Reason: 'Wanted.' })
    for (const button of ['Decline', 'Set back', 'Accept'])
      await decideAll('/suggestions', {
        button,
        all: `${button} 1 suggestion`,
        typed: { Reason: 'Weighed.' },
      })
    const fixed = { Resolved: true, Reason: 'It is there now.', 'High water at the pier': true } as const
    await act(`${suggestion}/resolution`, 'Record the decision', fixed)
    const head = `/revisions/${mole.split('/').at(-1)}`
    await page.goto(`${site.url}/console${head}`)
    await page.getByLabel('Reason').fill('It is gone.')
    await page.getByLabel('Words, a title, a path or a hash of this topic').fill('pier')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByLabel('Reason').inputValue(), 'It is gone.')
    await page.getByLabel('High water at the pier').check()
    await page.getByRole('button', { name: 'Retire it' }).click()
    assert.equal(await page.getByRole('status').innerText(), 'The revision is retired.')
    await act(head, 'Make it active', { Reason: 'It is there again.' })

    await as('Reviewer')
    await act('/revoke', 'Revoke it')

    await desk.enter(site.admin)
    await page.goto(`${site.url}/console/admin/tokens`)
    await page.getByRole('link', { name: 'Revoke the token of Contributor' }).click()
    const token = new URL(page.url()).pathname.replace('/console', '')
    await act(token, 'Revoke it', { Reason: 'It was lost.' })
    const snapshot = await act('/admin/snapshots', 'Capture a snapshot')
    await act(`${snapshot}/release`, 'Release it')
    await act('/admin/recovery/rebuild', 'Start the rebuild')
    while ((await page.getByRole('button', { name: 'Do the next step' }).count()) > 0)
      await act('/admin/recovery', 'Do the next step')

    assert.deepEqual(
      FORMS.filter((path) => !desk.done.has(path)).sort(),
      OF_A_RESTORE.toSorted(),
      'every other form was sent',
    )
    const entry = (await site.get('/api/v1/resolve?path=/tides/pier')).as('resolvePath')
    assert.deepEqual([entry.mode, entry.author, entry.accepted_by], ['reviewed', 'Contributor', 'Curator'])
  })
})
