import type { App } from '../app.ts'
import { keepSiteFact, readSiteFact } from '../catalog/site-facts.ts'
import { createApp } from '../create-app.ts'
import type { Settings } from '../runtime/settings.ts'
import { isRefusedWrite } from '../storage/portable.ts'

/** What is done once before the site is served, by one process or several; answers what to print then. */
export async function prepareSite(settings: Settings, wanted: { examples: boolean }): Promise<string> {
  const { app, close } = await createApp(settings)
  try {
    return await prepare(app, wanted)
  } catch (error) {
    // A full or read-only disk: what is there is served, and the server says so when it starts.
    if (!isRefusedWrite(error)) throw error
    return ''
  } finally {
    await close()
  }
}

async function prepare(app: App, wanted: { examples: boolean }): Promise<string> {
  const { baseUrl } = app.settings
  // Commands that work on the database directly learn here which site its tokens are for.
  if ((await readSiteFact(app.storage.read, 'base_url')) !== baseUrl)
    await app.storage.write((tx) => keepSiteFact(tx, 'base_url', baseUrl))
  if (!wanted.examples) return ''
  // A server without them need not keep what imports them in memory.
  const { linesToTry, publishExamples } = await import('./examples.ts')
  await publishExamples(app)
  return await linesToTry(app)
}
