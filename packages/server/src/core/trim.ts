import { OPERATIONS, type Operation, type OperationId } from '@colophon/contract'

type Trim = (value: unknown) => unknown

interface Schema {
  type?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const keep: Trim = (value) => value

const trims = new Map<string, Trim>(
  Object.values(OPERATIONS as Record<OperationId, Operation>).map((operation) => [
    operation.id,
    operation.bytes ? keep : trimOf(operation.answer as Schema),
  ]),
)

/** Only what the contract declares leaves the house: a key that a handler adds by mistake is dropped. */
export function trimAnswer(operation: Operation, answer: unknown): unknown {
  return (trims.get(operation.id) ?? keep)(answer)
}

function trimOf(schema: Schema): Trim {
  if (schema.properties) return trimObject(schema.properties)
  if (schema.items) return trimArray(trimOf(schema.items))
  if (schema.anyOf) return trimUnion(schema.anyOf)
  return keep
}

function trimObject(properties: Record<string, Schema>): Trim {
  const fields = Object.entries(properties).map(([name, schema]) => [name, trimOf(schema)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const source = value as Record<string, unknown>
    const trimmed: Record<string, unknown> = {}
    for (const [name, trim] of fields) if (source[name] !== undefined) trimmed[name] = trim(source[name])
    return trimmed
  }
}

function trimArray(trim: Trim): Trim {
  return (value) => (Array.isArray(value) ? value.map(trim) : value)
}

/** The alternative whose fields are all there; an answer of the contract fits one. */
function trimUnion(schemas: readonly Schema[]): Trim {
  const objects = schemas
    .filter((schema) => schema.properties)
    .map((schema) => ({ names: Object.keys(schema.properties ?? {}), trim: trimOf(schema) }))
  const [other] = schemas.filter((schema) => schema.items)
  const others = other ? trimOf(other) : keep
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return others(value)
    const fitting = objects.find(({ names }) => names.every((name) => name in value))
    return (fitting ?? objects.at(-1))?.trim(value) ?? value
  }
}
