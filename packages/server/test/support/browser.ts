import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, describe, test } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Cleanup } from './engines.ts'
import { isEverythingRequired } from './everything.ts'

/** How a page is looked at: a wide screen in the light and without scripts, unless something else is wished for. */
export interface Looks {
  scheme?: 'light' | 'dark'
  width?: number
  height?: number
  hasScripts?: boolean
  /** Cookies and everything else that a browser keeps are shared by the pages of one profile. */
  cookie?: { name: string; value: string; url: string }
}

/** A real Chromium, started at the first look. */
export interface TestBrowser {
  /** A page in a profile of its own. */
  open(t: Cleanup, looks?: Looks): Promise<Page>
}

/** The shell is Chromium without windows, bars and menus, which take a third of the time where nobody sees them. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const PROGRAM = process.env.COLOPHON_TEST_CHROMIUM || (PROGRAMS.find((path) => existsSync(path)) ?? '')
const MISSING = 'Chromium is not installed here: apt-get install chromium-headless-shell'
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const WIDE = { width: 1440, height: 900 }

/** Runs tests in a real browser; skipped in one line where there is none, and failing where everything is asked for. */
export function describeBrowser(body: (browser: TestBrowser) => void): void {
  describe('chromium', () => {
    if (existsSync(PROGRAM)) return body(openLazily())
    test('a browser', { skip: !isEverythingRequired() && MISSING }, () => {
      throw new Error(MISSING)
    })
  })
}

function openLazily(): TestBrowser {
  let started: Promise<Browser> | null = null
  after(async () => (await started)?.close())
  return {
    async open(t, looks = {}) {
      started ??= startBrowser()
      const context = await openProfile(await started, looks)
      t.after(() => context.close())
      return context.newPage()
    },
  }
}

/** Playwright gives each browser a fresh folder for its data, and removes it. */
export function startBrowser(flags: readonly string[] = []): Promise<Browser> {
  const args = [...FLAGS, ...flags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ executablePath: PROGRAM, headless: true, args })
}

export async function openProfile(browser: Browser, looks: Looks): Promise<BrowserContext> {
  const { scheme = 'light', width = WIDE.width, height = WIDE.height, hasScripts = false } = looks
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    javaScriptEnabled: hasScripts,
  })
  if (looks.cookie) await context.addCookies([looks.cookie])
  return context
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with a page for people who cannot see, hear or point well: one line each. Needs scripts. */
export function accessibilityFaults(page: Page): Promise<string[]> {
  return findFaults(page, RULES)
}

/** Rules whose outcome follows from how a page is looked at; all the others read the document alone. */
const RULES_OF_LOOKS = {
  scheme: ['color-contrast', 'link-in-text-block'],
  width: ['target-size', 'scrollable-region-focusable'],
}

/** What is wrong in another look at a page that was looked at before, and differs in this. */
export function faultsOfLook(page: Page, differs: keyof typeof RULES_OF_LOOKS): Promise<string[]> {
  return findFaults(page, RULES_OF_LOOKS[differs])
}

/** Has axe in every page from its beginning, where many are looked at: it is sent to the browser once. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript(AXE)
}

/**
 * Only what is wrong leaves the browser: all that is right is a megabyte for each page. Without `preload` no
 * stylesheet is fetched again: none of these rules reads one.
 */
async function findFaults(page: Page, rules: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const options = { runOnly: rules, resultTypes: ['violations'], preload: false }
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(
      ({ id, help, nodes }) => nodes.map(({ html }) => id + ': ' + help + ': ' + html)))`)
}
