import { MEANINGS } from './meanings.ts'

/** A piece of the document. */
export type Json = { [key: string]: unknown }

/** Replaces every titled object by a reference to a component of that name, and says of each property what it means. */
export function hoist(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components))
  if (!isJson(schema)) return schema
  const plain: Json = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, hoist(value, components)]),
  )
  if (plain.type === 'object' && isJson(plain.properties))
    plain.properties = described(plain.properties, typeof plain.title === 'string' ? plain.title : '')
  if (typeof plain.title !== 'string' || plain.type !== 'object') return plain
  components[plain.title] = plain
  return { $ref: `#/components/schemas/${plain.title}` }
}

function described(properties: Json, component: string): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isJson(schema) ? withMeaning(schema, MEANINGS[`${component}.${name}`] ?? MEANINGS[name]) : schema,
    ]),
  )
}

/** What the schema says itself goes first; of a choice it is said in its first part. */
function withMeaning(schema: Json, meaning: string | undefined): Json {
  if (schema.description !== undefined) return schema
  const first: unknown = Array.isArray(schema.anyOf) ? schema.anyOf[0] : null
  const description = (isJson(first) ? first.description : undefined) ?? meaning
  return description === undefined ? schema : { ...schema, description }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
