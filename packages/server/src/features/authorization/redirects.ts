const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** A program on the visitor's own machine, which RFC 8252 lets listen at any port. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname)
}

/**
 * Whether codes may be sent there for this client. Beside loopback it is the origin of the client's own document alone:
 * one host is shown to the visitor, and it is the one that the code goes to. Schemes that any program may claim are not
 * taken.
 */
export function isRedirectOf(clientId: string, text: string): boolean {
  // What ends up in a header, and what parsers read differently.
  if (!/^[!-[\]-~]+$/.test(text) || text.includes('#')) return false
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return isLoopback(url) || url.origin === new URL(clientId).origin
}

/** Equal as texts; on loopback the port may be another. */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  const [one, other] = [URL.parse(registered), URL.parse(asked)]
  if (one === null || other === null || !isLoopback(one) || !isLoopback(other)) return false
  return withoutPort(registered) === withoutPort(asked)
}

function withoutPort(text: string): string {
  return text.replace(/^(http:\/\/(?:\[::1\]|[a-z0-9.]+)):\d{1,5}(?=[/?]|$)/, '$1')
}

/** The address with what is answered there; a query of its own stays. */
export function withAnswer(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) query.append(name, value)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
