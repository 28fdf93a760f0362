/** Takes the pictures of the documents, in a real browser, of servers made for them. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startBrowser } from '../packages/server/test/support/browser.ts'
import { openCamera, type PictureSet, reduceColours } from './pictures/camera.ts'
import { consolePictures } from './pictures/console.ts'
import { readingPictures } from './pictures/reading-pages.ts'
import { restorePictures, restoringPictures } from './pictures/restore.ts'

const usage = `usage: node scripts/pictures.ts [--every DIR] [PART-OF-A-NAME ...]
  --every DIR  each page at three widths, in the light and in the dark, into DIR`

const SECTIONS: readonly PictureSet[] = [readingPictures, consolePictures, restorePictures, restoringPictures]
const DOCUMENTS = join(import.meta.dirname, '../docs/pictures')
const EVERY_LOOK = [390, 820, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
)

const { values, positionals } = parseArgs({ options: { every: { type: 'string' } }, allowPositionals: true })
const isWanted = (name: string) => positionals.length === 0 || positionals.some((part) => name.includes(part))
const folder = values.every === undefined ? DOCUMENTS : resolve(values.every)
if (positionals.includes('help')) console.log(usage)
else await takeAll()

async function takeAll(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await startBrowser()
  const files: string[] = []
  try {
    for (const set of SECTIONS) {
      const wanted = set.pictures.filter(({ name }) => isWanted(`${set.name}-${name}`))
      if (wanted.length === 0) continue
      const camera = await openCamera(browser, set)
      try {
        for (const picture of wanted)
          if (values.every === undefined) files.push(...(await camera.take(picture, folder)))
          else if (picture.from === undefined) await camera.takeEvery(picture, { folder, looks: EVERY_LOOK })
      } finally {
        await camera.close()
      }
    }
  } finally {
    await browser.close()
  }
  reduceColours(files)
}
