import { readSiteFact } from '../catalog/site-facts.ts'
import type { Settings } from '../runtime/settings.ts'
import { openStorage } from '../storage/open-storage.ts'
import { isGiven, settingsOf } from './settings-options.ts'

/**
 * The settings of a command that works on the database directly. Its base URL is that of the server which
 * served this database last, unless one is given: tokens are good for one base URL only. Port 0 names none: it
 * was picked when that press started.
 */
export async function operatorSettings(options: Readonly<Record<string, unknown>>): Promise<Settings> {
  const settings: Settings = { ...settingsOf(options), logLevel: 'error' }
  if (isGiven(options, 'base-url')) return settings
  if (settings.port !== 0 && isGiven(options, 'host', 'port')) return settings
  const storage = await openStorage(settings.databaseUrl)
  try {
    return { ...settings, baseUrl: (await readSiteFact(storage.read, 'base_url')) ?? settings.baseUrl }
  } finally {
    await storage.close()
  }
}
