import type { LocalImport } from '@colophon/cli'
import { addSettingOptions, SITE_FLAGS } from './settings-options.ts'

/** What shares a transaction writes the pages of the database that it has in common once. */
const AT_ONCE = 128

/** Imports straight into the database, whether a server runs or not. */
export const LOCAL_IMPORT: LocalImport = {
  addOptions: (command) => addSettingOptions(command, SITE_FLAGS),
  async open(options) {
    // Only here: loading a server takes longer than a small import over HTTP.
    const { openOperatorApp } = await import('./operator-app.ts')
    return { ...(await openOperatorApp(options)), atOnce: AT_ONCE }
  },
}
