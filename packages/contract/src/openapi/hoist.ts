import type { Json } from './json.ts'

/** Replaces every titled object by a reference to a component of that name. */
export function hoist(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const plain: Json = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, hoist(value, components)]),
  )
  if (typeof plain.title !== 'string' || plain.type !== 'object') return plain
  components[plain.title] = plain
  return { $ref: `#/components/schemas/${plain.title}` }
}
