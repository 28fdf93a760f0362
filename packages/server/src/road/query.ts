import type { Operation } from '@colophon/contract'

interface QuerySchema {
  properties?: Record<string, { type?: unknown }>
}

/**
 * Query parameters are text. Numbers become numbers only in their plain form: `0x10`, `1e2`, `25 ` and a
 * repeated parameter stay as they are, and the schema refuses them.
 */
export function typedQuery(
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = (operation.query as QuerySchema | undefined)?.properties ?? {}
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typedValue(ownType(properties, name), value)]),
  )
}

function ownType(properties: Record<string, { type?: unknown }>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name]?.type : undefined
}

function typedValue(type: unknown, value: unknown): unknown {
  if (type === 'array') return Array.isArray(value) ? value : [value]
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^(0|-?[1-9][0-9]{0,14})$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}
