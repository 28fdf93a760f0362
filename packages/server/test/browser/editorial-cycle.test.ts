import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { describeBrowser, type TestBrowser } from '../support/browser.ts'
import { enter } from '../support/console-page.ts'
import { openDesk } from '../support/editorial.ts'
import { openAnySite, type Site } from '../support/site.ts'

/** How somebody gets at what a page offers: with a pointer, or by the keyboard alone. */
interface Hand {
  press(target: Locator): Promise<void>
  choose(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
}

interface Counts {
  /** Clicks, or presses of keys that lead on; letters of texts are not counted. */
  acts: number
  pages: number
}

/** The whole cycle takes no more of a pointer than this, for all four together. */
const MOST_CLICKS = 12
/** And no more of a keyboard, Tab and all, beside the letters of what is written. */
const MOST_KEYS = 120
/** What a page may hold before what somebody wants, in stops of the Tab key. */
const MOST_STOPS = 80
const MOST_TRIES = 1000
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

const pointer = (counts: Counts): Hand => {
  const click = async (target: Locator) => {
    counts.acts += 1
    await target.click()
  }
  return { press: click, choose: click, type: (target, text) => target.fill(text) }
}

/** Skips to the text, goes on by Tab until the target has the focus, and acts by Enter or Space there. */
function keyboard(page: Page, counts: Counts): Hand {
  let isFresh = true
  const key = async (name: string) => {
    counts.acts += 1
    await page.keyboard.press(name)
  }
  const hasFocus = async (target: Locator) => (await target.and(page.locator(':focus')).count()) > 0
  const skipToText = async () => {
    isFresh = false
    counts.acts += 1
    await page.evaluate(PAINTED)
    // Chromium drops keys until it shows a page; nothing has the focus then.
    for (let tries = 0; tries < MOST_TRIES && (await page.locator(':focus').count()) === 0; tries += 1)
      await page.keyboard.press('Tab')
    assert.equal(await page.locator('.skip:focus').count(), 1, 'the first stop skips to the text')
    await key('Enter')
  }
  const reach = async (target: Locator) => {
    if (isFresh) await skipToText()
    for (let stops = 0; !(await hasFocus(target)); stops += 1) {
      assert.ok(stops < MOST_STOPS, `${target} is reached by Tab`)
      await key('Tab')
    }
  }
  return {
    async press(target) {
      await reach(target)
      await key('Enter')
      isFresh = true
    },
    async choose(target) {
      await reach(target)
      await key('Space')
    },
    async type(target, text) {
      await reach(target)
      await page.keyboard.type(text)
    },
  }
}

interface Cycle {
  readonly site: Site
  readonly counts: Counts
  readonly hands: 'pointer' | 'keyboard'
}

/** Signs somebody in, who sits at a browser of their own from then on. */
async function sit(t: TestContext, browser: TestBrowser, { site, counts, hands }: Cycle, token: string) {
  const page = await browser.open(t, { hasScripts: hands === 'keyboard' })
  const arrived = page.waitForURL(`${site.url}/console`)
  await enter(page, site, token)
  await arrived
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest() && response.status() < 300
    if (isPage) counts.pages += 1
  })
  const hand = hands === 'pointer' ? pointer(counts) : keyboard(page, counts)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const press = async (target: Locator) => {
    const answered = page.waitForEvent('load')
    await hand.press(target)
    await answered
  }
  return {
    page,
    button,
    press,
    hand,
    link: (name: string) => page.locator('.steps').getByRole('link', { name, exact: true }),
    field: (label: string) => page.getByLabel(label, { exact: true }).first(),
    status: () => page.getByRole('status').first().innerText(),
  }
}

type Person = Awaited<ReturnType<typeof sit>>

async function openFromSuggestion({ page, press, button, hand, link, field, status }: Person): Promise<void> {
  await press(link('Accept as research'))
  await hand.type(page.getByRole('textbox', { name: 'Reason' }), 'Wanted.')
  await hand.type(field('Title'), 'Compare saws')
  await hand.type(field('Brief'), 'Which saw cuts what?')
  await press(button('Triage it'))
  assert.equal(await status(), 'The suggestion is triaged.')
}

async function write({ press, button, hand, field, status }: Person): Promise<void> {
  await press(button('Claim it'))
  await hand.type(field('Title'), 'Choosing a saw')
  await hand.type(field('Summary'), 'Which saw cuts what.')
  await hand.type(field('Path'), '/tools/saws')
  await hand.type(field('Text'), '## Saws\n\nA fine saw for fine work.')
  await press(button('Submit and complete the task'))
  assert.equal(await status(), 'Your proposal is submitted, and the task is completed.')
}

async function accept({ press, button, link, status }: Person): Promise<void> {
  await press(link('Accept it'))
  await press(button('Accept it and ask for reviews'))
  assert.equal(await status(), 'The proposal is accepted as a candidate, and its review tasks are open.')
}

async function review({ press, button, hand, field, page, status }: Person): Promise<void> {
  await press(button('Claim it').first())
  assert.doesNotMatch(await page.locator('main').innerText(), /approved|I checked/, 'reviews are blind')
  await hand.choose(field('Approve'))
  await hand.type(page.getByRole('textbox', { name: 'Summary' }), 'I checked the source.')
  await press(button('Give the review'))
  assert.equal(await status(), 'Your review is given.')
}

/** The curator comes back to the desk when the reviews are in. */
async function publish({ page, press, button, link, status }: Person): Promise<void> {
  await page.goto(new URL('/console', page.url()).href)
  await press(link('Publish it'))
  await press(button('Publish it'))
  assert.equal(await status(), 'The candidate is published.')
}

/** From a suggestion to its task, and from that to the published article: an author, a curator and two reviewers. */
async function goRound(
  t: TestContext,
  browser: TestBrowser,
  hands: Cycle['hands'],
): Promise<[Counts, Counts]> {
  const site = await openAnySite(t, { topics: ['tools'] })
  const desk = await openDesk(site)
  const asked = { topic_id: 'tools', kind: 'research', question: 'Which saw?', motivation: 'I cut.' }
  await site.post('/api/v1/suggestions', asked, { token: desk.author })
  const opening = { site, hands, counts: { acts: 0, pages: 0 } }
  await openFromSuggestion(await sit(t, browser, opening, desk.curator))
  const cycle = { site, hands, counts: { acts: 0, pages: 0 } }
  await write(await sit(t, browser, cycle, desk.author))
  const curator = await sit(t, browser, cycle, desk.curator)
  await accept(curator)
  for (const reviewer of desk.reviewers) await review(await sit(t, browser, cycle, reviewer))
  await publish(curator)
  const entry = (await site.get('/api/v1/resolve?path=/tools/saws')).as('resolvePath')
  assert.deepEqual([entry.mode, entry.author, entry.accepted_by], ['reviewed', 'author', 'curator'])
  return [opening.counts, cycle.counts]
}

function words([opening, cycle]: [Counts, Counts], what: string): string {
  const one = `${opening.acts} ${what} and ${opening.pages} pages from a suggestion to its task`
  return `${one}; ${cycle.acts} ${what} and ${cycle.pages} pages from there to the article`
}

describeBrowser((browser) => {
  test('four people bring a task to a published article in a dozen clicks', async (t) => {
    const counts = await goRound(t, browser, 'pointer')
    t.diagnostic(words(counts, 'clicks'))
    const [opening, cycle] = counts.map(({ acts }) => acts)
    assert.deepEqual([opening, cycle], [2, MOST_CLICKS])
  })

  test('they do it by the keyboard alone', async (t) => {
    const counts = await goRound(t, browser, 'keyboard')
    t.diagnostic(words(counts, 'keys beside the letters of texts'))
    const [opening, cycle] = counts.map(({ acts }) => acts)
    assert.ok((opening ?? 0) <= MOST_KEYS && (cycle ?? 0) <= MOST_KEYS, `${opening} and ${cycle} keys`)
  })
})
