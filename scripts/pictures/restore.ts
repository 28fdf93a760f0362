import type { Page } from 'playwright-core'
import { backUpInto, startLacking } from '../../packages/server/test/support/furnished-restore.ts'
import { openAnySite, type Site } from '../../packages/server/test/support/site.ts'
import type { PictureSet } from './camera.ts'

const RECOVERY = '/console/admin/recovery'
const folders = new WeakMap<Site, string>()

/** A server of which nothing is known yet, and the folder of a backup of another one. */
export const restorePictures: PictureSet = {
  name: 'console',
  topics: [],
  hasScripts: true,
  async furnish(site, t) {
    folders.set(site, await backUpTides(t))
    return { restore: `${RECOVERY}/restore` }
  },
  enter: signIn,
  pictures: [
    {
      name: 'restore',
      page: 'restore',
      look: { width: 820, scheme: 'light' },
      height: 1180,
      async before(page, site) {
        await page.getByLabel('Folder', { exact: true }).setInputFiles(folders.get(site) ?? '')
        await page.getByRole('button', { name: 'Bring its pages and objects' }).click()
        await page.getByText('are here.').waitFor()
        await page.mouse.move(0, 0)
      },
    },
  ],
}

/** A server in the middle of a restore, which lacks something. */
export const restoringPictures: PictureSet = {
  name: 'console',
  topics: [],
  hasScripts: true,
  async furnish(site, t) {
    await startLacking(site, await backUpTides(t))
    return { restoring: RECOVERY }
  },
  enter: signIn,
  pictures: [
    {
      name: 'restoring',
      page: 'restoring',
      look: { width: 820, scheme: 'dark' },
      height: 1100,
      before: (page) => page.getByRole('button', { name: 'Do the next step' }).click(),
    },
  ],
}

async function backUpTides(t: Parameters<PictureSet['furnish']>[1]): Promise<string> {
  const site = await openAnySite(t, { topics: ['tides'] })
  await site.publish({ path: '/tides/pier', title: 'High water at the pier' })
  return backUpInto(t, site)
}

async function signIn(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Your bearer token').fill(site.admin)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
