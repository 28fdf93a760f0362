/**
 * The parameters of a query, decoded. What is no percent-encoded UTF-8 is null, which no parameter may be: kept as it
 * was sent, `100%` and `100%25` would be the same words. A name that comes again makes an array.
 */
export function readQuery(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return NO_PARAMETERS
  const query: Record<string, unknown> = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [name = '', ...value] = pair.split('=')
    addValue(query, decode(name) ?? name, decode(value.join('=')))
  }
  return query
}

/** Of nearly all requests. */
const NO_PARAMETERS: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null))

function addValue(query: Record<string, unknown>, name: string, value: string | null): void {
  const earlier = query[name]
  if (Array.isArray(earlier)) earlier.push(value)
  else query[name] = earlier === undefined ? value : [earlier, value]
}

function decode(text: string): string | null {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Bytes that are no UTF-8, or a sign without its two digits.
    return null
  }
}
