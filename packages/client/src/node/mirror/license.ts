/** Under which licence a press publishes its texts, as whoever answers from the mirror says it again. */
export interface MirroredLicense {
  /** An SPDX id, or the address. */
  readonly name: string
  /** An http(s) address, in the form that URLs have. */
  readonly url: string
}

const SPDX_ID = /^[A-Za-z0-9][A-Za-z0-9.+-]{0,99}$/

/** Of whatever a server or a file may say, nothing but an address and an id; null where the address is none. */
export function licenseOf(url: unknown, name: unknown): MirroredLicense | null {
  const address = typeof url === 'string' ? URL.parse(url) : null
  if (address === null || !/^https?:$/.test(address.protocol)) return null
  const isId = typeof name === 'string' && SPDX_ID.test(name)
  return { name: isId ? name : address.href, url: address.href }
}

/** Reads what `license.json` says; null for what is none. */
export function parseLicense(text: string): MirroredLicense | null {
  try {
    const { url, name }: Record<string, unknown> = Object(JSON.parse(text))
    return licenseOf(url, name)
  } catch {
    return null
  }
}
