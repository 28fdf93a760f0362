import type { Page } from 'playwright-core'
import type { Site } from './site.ts'

/** Signs in as everybody does: by the form of the sign-in page. */
export async function enter(page: Page, site: Site, token: string): Promise<void> {
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Your bearer token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
