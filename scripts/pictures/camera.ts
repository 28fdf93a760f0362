import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openProfile } from '../../packages/server/test/support/browser.ts'
import type { Cleanup } from '../../packages/server/test/support/engines.ts'
import { WIDE_LIMITS } from '../../packages/server/test/support/readers.ts'
import { openAnySite, type Site } from '../../packages/server/test/support/site.ts'

export interface Look {
  /** CSS pixels. */
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

export interface Picture {
  /** Of its file, after the name of the room. */
  readonly name: string
  /** Which of the room's pages. */
  readonly page: string
  /** In the documents. What has none is taken with `--every` only. */
  readonly look?: Look
  /** CSS pixels; without it the whole page is taken. */
  readonly height?: number
  /** The id of what is scrolled to the top. */
  readonly from?: string
  /** What is done on the page first. */
  before?(page: Page, site: Site): Promise<void>
}

/** A server, and what is to be seen of it. */
export interface PictureSet {
  readonly name: string
  readonly topics: readonly string[]
  readonly hasScripts?: true
  /** Fills the server, and answers the paths of its pages by their names. */
  furnish(site: Site, t: Cleanup): Promise<Readonly<Record<string, string>>>
  /** Before the first page. */
  enter?(page: Page, site: Site): Promise<void>
  readonly pictures: readonly Picture[]
}

export interface Camera {
  /** The picture of the documents; answers its file, or nothing where they have none. */
  take(picture: Picture, folder: string): Promise<string[]>
  /** The whole page at each of these looks. */
  takeEvery(picture: Picture, where: { folder: string; looks: readonly Look[] }): Promise<void>
  close(): Promise<void>
}

const SCREEN_HEIGHT = 820

export async function openCamera(browser: Browser, set: PictureSet): Promise<Camera> {
  const cleanups: (() => unknown)[] = []
  const after = (work: () => unknown) => void cleanups.unshift(work)
  const site = await openAnySite({ after }, { topics: set.topics, limits: WIDE_LIMITS })
  const pages = await set.furnish(site, { after })
  const page = await (await openProfile(browser, { hasScripts: set.hasScripts ?? false })).newPage()
  await set.enter?.(page, site)

  async function takeOne(picture: Picture, look: Look, path: string): Promise<string> {
    const { height = SCREEN_HEIGHT } = picture
    await page.setViewportSize({ width: look.width, height })
    await page.emulateMedia({ colorScheme: look.scheme })
    await page.goto(`${site.url}${pages[picture.page]}${picture.from ? `#${picture.from}` : ''}`)
    await picture.before?.(page, site)
    await page.screenshot({ path, fullPage: picture.height === undefined })
    return path
  }

  return {
    async take(picture, folder) {
      const { name, look } = picture
      return look ? [await takeOne(picture, look, join(folder, `${set.name}-${name}.png`))] : []
    },
    async takeEvery(picture, { folder, looks }) {
      for (const look of looks)
        await takeOne(
          { ...picture, height: undefined },
          look,
          join(folder, `${set.name}-${picture.name}-${look.width}-${look.scheme}.png`),
        )
    },
    async close() {
      await page.context().close()
      for (const work of cleanups) await work()
    },
  }
}

/** To a palette: a third of the bytes, and nobody sees it. */
export function reduceColours(files: readonly string[]): void {
  if (files.length > 0)
    execFileSync('pngquant', [
      '--force',
      '--skip-if-larger',
      '--speed',
      '1',
      '--strip',
      '--ext',
      '.png',
      ...files,
    ])
}
