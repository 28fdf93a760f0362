import { keepSiteFact, readSiteFact } from '../catalog/site-facts.ts'
import { createApp } from '../create-app.ts'
import type { Settings } from '../settings.ts'
import { linesToTry, publishExamples } from './examples.ts'

/** What is done once before the site is served, by one process or several; answers what to print then. */
export async function prepareSite(settings: Settings, wanted: { examples: boolean }): Promise<string> {
  const { app, close } = await createApp(settings)
  try {
    // Commands that work on the database directly learn here which site its tokens are for.
    if ((await readSiteFact(app.storage.read, 'base_url')) !== settings.baseUrl)
      await app.storage.write((tx) => keepSiteFact(tx, 'base_url', settings.baseUrl))
    if (!wanted.examples) return ''
    await publishExamples(app)
    return await linesToTry(app)
  } finally {
    await close()
  }
}
