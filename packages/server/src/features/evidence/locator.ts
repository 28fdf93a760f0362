import { isIPv4 } from 'node:net'
import { FIELD_LIMITS } from '@colophon/contract'

/** A locator that the service does not go to, wherever it turns up. */
export class LocatorRefused extends Error {}

/** `public`: public addresses on the ports of the web only; `any`: whatever http and https can name. */
export type Reach = 'public' | 'any'

const WEB_PORTS = new Set(['', '80', '443'])

/** Reads a locator, or a redirect's target beside the URL that it came from. */
export function parseLocator(text: string, reach: Reach, base: URL | null = null): URL {
  if (text.length > FIELD_LIMITS.urlCharacters) throw new LocatorRefused('is too long')
  // What parsers read differently is not read at all: white space, backslashes, other than ASCII.
  if (!/^[!-[\]-~]+$/.test(text)) throw new LocatorRefused('holds characters that no locator has')
  if (base === null && !/^https?:\/\//i.test(text))
    throw new LocatorRefused('is not an http or https address')
  const url = URL.parse(text, base?.href)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new LocatorRefused('is not an http or https address')
  if (url.username !== '' || url.password !== '') throw new LocatorRefused('holds a credential')
  if (reach === 'public' && !WEB_PORTS.has(url.port))
    throw new LocatorRefused('names a port other than 80 and 443')
  if (isIPv4(url.hostname) && !isPlainlyWritten(text, url.hostname))
    throw new LocatorRefused('writes an IPv4 address in another form than four decimal numbers')
  url.hash = ''
  return url
}

/** `127.1`, `0x7f000001`, `2130706433` and others are one address to a browser and a name to the rest. */
function isPlainlyWritten(text: string, host: string): boolean {
  const [, authority] = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text) ?? []
  return authority === undefined || authority === host || authority.startsWith(`${host}:`)
}
