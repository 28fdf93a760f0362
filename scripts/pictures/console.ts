import type { Page } from 'playwright-core'
import { register } from '../../packages/server/test/support/readers.ts'
import type { Site } from '../../packages/server/test/support/site.ts'
import type { Picture, Room } from './camera.ts'

const WIDE = { width: 1100, scheme: 'light' } as const

export const consoleRoom: Room = {
  name: 'console',
  topics: ['tides'],
  furnish,
  enter: signIn,
  pictures: ['resolution', 'signals', 'retirement', 'capacity'].map(
    (name): Picture => ({ name, page: name, look: WIDE, height: 820 }),
  ),
}

async function signIn(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Your bearer token').fill(await site.token({ label: 'Ada' }))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function furnish(site: Site): Promise<Record<string, string>> {
  const { publish, post, token, clock } = site
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
    resolution: `/console/suggestions/${suggestion_id}/resolution`,
    signals: '/console/signals',
    retirement: `/console/revisions/${old.content_hash}`,
    capacity: '/console/admin/capacity',
  }
}
