/** Takes the pictures of docs/console.md, in a real browser, of a press made for it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openProfile, startBrowser } from '../packages/server/test/support/browser.ts'
import { register, WIDE_LIMITS } from '../packages/server/test/support/readers.ts'
import { openAnySite, type Site } from '../packages/server/test/support/site.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
const SCREEN = { width: 1100, height: 820 } as const

const cleanups: (() => unknown)[] = []
const site = await openAnySite(
  { after: (work) => void cleanups.unshift(work) },
  { topics: ['tides'], limits: WIDE_LIMITS },
)
const browser = await startBrowser()
try {
  const pages = await furnish(site)
  const page = await (await openProfile(browser, SCREEN)).newPage()
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Your bearer token').fill(await site.token({ label: 'Ada' }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${site.url}/console${path}`)
    await page.screenshot({ path: join(FOLDER, `console-${name}.png`) })
  }
} finally {
  await browser.close()
  for (const work of cleanups) await work()
}

/** Something to see in each picture; answers the pages by the names of their pictures. */
async function furnish({ publish, post, token, clock }: Site): Promise<Record<string, string>> {
  const old = await publish({ path: '/tides/old-pier', title: 'High water at the old pier' })
  const young = await publish({ path: '/tides/new-pier', title: 'High water at the new pier' })
  for (let day = 0; day < 7; day += 1) {
    clock.advance({ seconds: 86_400 })
    for (let report = 0; report < 3 + ((day * 5) % 7); report += 1) {
      const hash = report % 3 === 0 ? old.content_hash : young.content_hash
      const said = { value: report % 4 === 2 ? 'down' : 'up', comment: 'I stood there and looked.' }
      const reader = await register(site)
      await post(`/api/v1/objects/${hash}/signals`, said, { token: reader.token })
    }
  }
  const bea = await token({ label: 'Bea', preset: 'contributor' })
  const asked = { topic_id: 'tides', kind: 'research', question: 'When is high water at the lighthouse?' }
  const { suggestion_id } = (
    await post('/api/v1/suggestions', { ...asked, motivation: 'Every visitor asks.' }, { token: bea })
  ).as('createSuggestion')
  return {
    resolution: `/suggestions/${suggestion_id}/resolution`,
    signals: '/signals',
    retirement: `/revisions/${old.content_hash}`,
    capacity: '/admin/capacity',
  }
}
