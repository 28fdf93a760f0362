import canonicalize from 'canonicalize'

/** RFC 8785, of what was JSON before. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}

/** The value of bytes that are the one way to write it; throws for all others. */
export function readCanonicalJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const value: unknown = JSON.parse(text)
  if (canonicalJson(value) !== text) throw new SyntaxError('not in the form of RFC 8785')
  return value
}
