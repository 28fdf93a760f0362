type Json = Readonly<Record<string, unknown>>

/** A hash, an id, a path and the like: what fits the forms that are no plain text. */
const FORMED = [
  'f'.repeat(64),
  '11111111-1111-4111-8111-111111111111',
  'tools',
  '/tools/often',
  'focus',
  '2031-01-01T00:00:00.000Z',
  '000',
  'a',
]
/** Of a text or list without a limit of its own: what holds it is the size of the body. */
const UNBOUNDED = 20_000

/** The largest value of a schema, as far as a generator can tell. */
export function largestValue(schema: Json): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum.at(-1)
  if (Array.isArray(schema.anyOf)) return largestOf((schema.anyOf as Json[]).map(largestValue))
  const types = [schema.type].flat().filter((type) => type !== 'null')
  return MAKERS[String(types[0])]?.(schema) ?? null
}

function largestOf(values: readonly unknown[]): unknown {
  return values.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length).at(-1)
}

const MAKERS: Readonly<Record<string, (schema: Json) => unknown>> = {
  boolean: () => true,
  integer: ({ maximum, minimum }) => Number(maximum ?? minimum ?? 1_000_000),
  number: ({ maximum, minimum }) => Number(maximum ?? minimum ?? 1_000_000),
  string({ pattern, maxLength, format }) {
    if (format === 'utc-instant') return '2031-01-01T00:00:00.000Z'
    if (format === 'web-url') return `https://example.org/${'a'.repeat(Number(maxLength ?? 100) - 20)}`
    const form = typeof pattern === 'string' ? new RegExp(pattern, 'u') : null
    if (form !== null) return FORMED.find((text) => form.test(text)) ?? 'a'
    return 'é '.repeat(Number(maxLength ?? UNBOUNDED) / 2)
  },
  array({ items, maxItems }) {
    const item = largestValue((items ?? {}) as Json)
    const count = Math.min(
      Number(maxItems ?? UNBOUNDED),
      Math.ceil(500_000 / (JSON.stringify(item) ?? '').length),
    )
    return Array.from({ length: count }, (_, n) => different(item, n))
  },
  object({ properties }) {
    const members = Object.entries((properties ?? {}) as Record<string, Json>)
    return Object.fromEntries(members.map(([name, schema]) => [name, largestValue(schema)]))
  },
}

/** Lists of hashes may name none twice. */
function different(value: unknown, n: number): unknown {
  if (typeof value !== 'string' || !/^f{64}$/.test(value)) return value
  return n.toString(16).padStart(64, '0')
}
