/** What a list such as `br;q=0.5, gzip` asks for, with the weight of each. */
export function readPreferences(header: string): Map<string, number> {
  return new Map(header.split(',').map(readPreference))
}

function readPreference(text: string): [string, number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((part) => part.startsWith('q='))
  return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0]
}

/** The other forms in which something here is told. */
const PLAIN = ['application/json', 'application/problem+json', 'text/markdown', 'text/plain']

/** Does the client name HTML, and none of our other forms before it? A browser does; what takes anything does not. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const asked = readPreferences(accept)
  const html = asked.get('text/html') ?? 0
  return html > 0 && PLAIN.every((type) => (asked.get(type) ?? 0) <= html)
}
