import type { MirrorFolder } from './folder.ts'
import { licenseOf, type MirroredLicense } from './license.ts'

const PATIENCE_MILLISECONDS = 10_000
/** Of a catalogue that is worth reading. */
const LARGEST_CHARACTERS = 64 * 1024

/** Notes under which licence the server publishes its texts; where it cannot be asked, what was noted before stays. */
export async function keepLicense(folder: MirrorFolder, press: string): Promise<void> {
  const catalog = await readCatalog(press)
  if (catalog === null) return
  const license = licenseIn(catalog)
  const text = license && `The texts of ${press} are under the licence at ${license.url}\n`
  await folder.writeLicense(license, text)
}

/** The text of the server's catalogue (RFC 9727), empty where it has none; null where it does not answer. */
async function readCatalog(press: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const response = await fetch(new URL('/.well-known/api-catalog', press), { signal, redirect: 'manual' })
    if (response.status === 404) return ''
    return response.ok ? (await response.text()).slice(0, LARGEST_CHARACTERS) : null
  } catch {
    return null
  }
}

/** A press of an earlier version says the address alone. */
function licenseIn(catalog: string): MirroredLicense | null {
  const [, url, name] = /"license":\[\{"href":"([^"\\]+)"(?:,"title":"([^"\\]+)")?/.exec(catalog) ?? []
  return licenseOf(url, name)
}
