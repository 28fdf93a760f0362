import { createHmac, timingSafeEqual } from 'node:crypto'

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** On https the prefix binds the cookie to this very host, Secure and `Path=/`. */
export function cookieName(baseUrl: string): string {
  return isHttps(baseUrl) ? '__Host-colophon_session' : 'colophon_session'
}

/** The session's secret. Two cookies of the name are none: it is open which of them this site set. */
export function readSessionCookie(baseUrl: string, header: string): string | null {
  const name = `${cookieName(baseUrl)}=`
  const found = header.split(';').filter((part) => part.trim().startsWith(name))
  const value = found.length === 1 ? (found[0] ?? '').trim().slice(name.length) : ''
  return SECRET.test(value) ? value : null
}

export function writeSessionCookie(baseUrl: string, secret: string, seconds: number): string {
  const secure = isHttps(baseUrl) ? '; Secure' : ''
  return `${cookieName(baseUrl)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** It follows from the secret, so that it needs no place of its own; the key keeps it from being computed. */
export function csrfTokenOf(key: Uint8Array, secret: string): string {
  return createHmac('sha256', key).update(secret).digest('base64url')
}

export function isSameToken(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
