import type { Page } from 'playwright-core'
import { furnish } from '../../packages/server/test/support/furnished.ts'
import type { Site } from '../../packages/server/test/support/site.ts'
import type { Look, Picture, PictureSet } from './camera.ts'

const DESK = { width: 1440, scheme: 'light' } as const
const TABLET = { width: 820, scheme: 'light' } as const
const PHONE = { width: 390, scheme: 'light' } as const
const NIGHT = { scheme: 'dark' } as const

/** What the documents show, and how high. */
const SHOWN: Readonly<Record<string, { look: Look; height: number; from?: string }>> = {
  overview: { look: DESK, height: 900 },
  submission: { look: { ...DESK, ...NIGHT }, height: 1000 },
  review: { look: DESK, height: 900 },
  candidate: { look: TABLET, height: 1000 },
  task: { look: PHONE, height: 1000 },
  resolution: { look: TABLET, height: 1000 },
  signals: { look: { ...TABLET, ...NIGHT }, height: 800 },
  retirement: { look: PHONE, height: 1400 },
  'token-new': { look: TABLET, height: 800 },
  capacity: { look: { ...TABLET, ...NIGHT }, height: 800 },
}

/** Pages of which only the look matters. */
const OTHERS = [
  'tasks',
  'write',
  'revise',
  'evidence',
  'publish',
  'reviews',
  'suggestion',
  'topic',
  'policy',
  'visibility',
  'admin',
  'tokens',
  'audit',
  'snapshots',
  'recovery',
]

const tokens = new WeakMap<Site, string>()

export const consolePictures: PictureSet = {
  name: 'console',
  topics: [],
  async furnish(site) {
    const { token, places } = await furnish(site)
    tokens.set(site, token)
    return Object.fromEntries(Object.entries(places).map(([name, path]) => [name, `/console${path}`]))
  },
  enter: signIn,
  pictures: [
    ...Object.entries(SHOWN).map(([name, shown]): Picture => ({ name, page: name, ...shown })),
    ...OTHERS.map((name): Picture => ({ name, page: name })),
  ],
}

async function signIn(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Your bearer token').fill(tokens.get(site) ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
}
