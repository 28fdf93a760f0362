import { isSecret } from '../features/authorization/consent.ts'

/** Apart from the session's: whoever consents need not be signed in. */
function cookieNameOf(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-colophon_consent' : 'colophon_consent'
}

/** The secret by which a browser is known again between a page of consent and its form; null without exactly one. */
export function readBrowserSecret(baseUrl: string, cookie: string | null): string | null {
  const name = `${cookieNameOf(baseUrl)}=`
  const found = (cookie ?? '').split(';').filter((part) => part.trim().startsWith(name))
  const value = found.length === 1 ? (found[0] ?? '').trim().slice(name.length) : null
  return isSecret(value) ? value : null
}

/** Ends with the browser; no other site's form brings it along. */
export function writeBrowserSecret(baseUrl: string, secret: string): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieNameOf(baseUrl)}=${secret}; Path=/; HttpOnly; SameSite=Strict${secure}`
}
