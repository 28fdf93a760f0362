import type { Operation } from '@colophon/contract'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/**
 * Null and left out mean the same, but for the keys that the operation names. A key that the schema does not
 * know stays as it is, so that it is refused; so does what has no schema of its own.
 */
export function plainBody(operation: Operation, body: unknown): unknown {
  return plain((operation.body ?? {}) as Schema, body, new Set(operation.significantNulls))
}

const NONE: ReadonlySet<string> = new Set()

function plain(schema: Schema, value: unknown, significant = NONE): unknown {
  const forms = [schema, ...(schema.anyOf ?? [])]
  if (Array.isArray(value)) {
    const items = forms.find((form) => form.items)?.items
    return items === undefined ? value : value.map((item) => plain(items, item))
  }
  if (typeof value !== 'object' || value === null) return value
  const schemaOf = (key: string) =>
    forms.find((form) => form.properties && Object.hasOwn(form.properties, key))?.properties?.[key]
  const kept = Object.entries(value).filter(
    ([key, part]) => part !== null || significant.has(key) || schemaOf(key) === undefined,
  )
  // fromEntries defines keys and never sets them, so that `__proto__` stays an ordinary one.
  return Object.fromEntries(kept.map(([key, part]) => [key, plain(schemaOf(key) ?? {}, part)]))
}
