/**
 * RFC 8785, whose numbers and strings are those of JSON.stringify. A member that is undefined is left out. Throws for
 * what JSON cannot hold: functions, symbols, bigints, NaN, infinities, lone surrogates, undefined elsewhere.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value)
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return JSON.stringify(value)
  throw new TypeError('not a JSON value')
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate is not a JSON value')
  return JSON.stringify(text)
}

function canonicalArray(items: readonly unknown[]): string {
  return `[${items.map(canonicalJson).join(',')}]`
}

/** Sorted by UTF-16 code units, as JavaScript sorts. */
function canonicalObject(object: object): string {
  const members: string[] = []
  for (const key of Object.keys(object).sort()) {
    const value = Reflect.get(object, key)
    if (value !== undefined) members.push(`${canonicalText(key)}:${canonicalJson(value)}`)
  }
  return `{${members.join(',')}}`
}
