import type { MirrorFolder } from './folder.ts'

const PATIENCE_MILLISECONDS = 10_000
/** Of a catalogue that is worth reading. */
const LARGEST_CHARACTERS = 64 * 1024

/** Notes under which licence the server publishes its texts; where it cannot be asked, what was noted before stays. */
export async function keepLicense(folder: MirrorFolder, press: string): Promise<void> {
  const catalog = await readCatalog(press)
  if (catalog === null) return
  const address = licenseIn(catalog)
  await folder.writeLicense(address && `The texts of ${press} are under the licence at ${address}\n`)
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

/** Of whatever a server may say, nothing but an address in the form that URLs have. */
function licenseIn(catalog: string): string | null {
  const said = /"license":\[\{"href":"([^"\\]+)"/.exec(catalog)?.[1]
  const url = said === undefined ? null : URL.parse(said)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}
