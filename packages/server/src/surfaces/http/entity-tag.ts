/** Does If-None-Match name this tag, by weak comparison? */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag || header.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return header.split(',').some((given) => given.trim().replace(/^W\//, '') === opaque)
}
