import type { Json } from './hoist.ts'

/** Of fields of answers: the whole document says it, and who reads one field of an answer needs none of it. */
const LEFT_OUT = new Set([
  'description',
  'pattern',
  'title',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
])

interface WholeOperation extends Json {
  readonly parameters: readonly (Json & { readonly in: string; readonly schema: Json })[]
  readonly responses: Readonly<Record<string, Json>>
}

/** What a caller needs to send requests and to read answers, small enough for the context of a model. */
export function smallDocument(whole: Json, problem: unknown): Json {
  const { schemas, securitySchemes } = whole.components as { schemas: Json; securitySchemes: Json }
  const paths = Object.entries(whole.paths as Record<string, Record<string, WholeOperation>>)
  return {
    ...whole,
    paths: Object.fromEntries(
      paths.map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, smallItem(operation)])),
      ]),
    ),
    components: {
      schemas: withoutNotes(schemas),
      responses: {
        Problem: {
          description: 'What is wrong.',
          content: { 'application/problem+json': { schema: problem } },
        },
      },
      securitySchemes,
    },
  }
}

function smallItem({ responses, parameters, 'x-scopes': _, ...operation }: WholeOperation): Json {
  const successes = Object.entries(responses).flatMap(([status, { description, content }]) =>
    /^20[01]$|^302$/.test(status) ? [[status, { description, ...(content ? { content } : {}) }]] : [],
  )
  return {
    ...operation,
    parameters: parameters
      .filter(({ in: place }) => place !== 'header')
      .map((parameter) => ({ ...parameter, schema: withoutNotes(parameter.schema, false) })),
    responses: { ...Object.fromEntries(successes), default: { $ref: '#/components/responses/Problem' } },
  }
}

/** A property may have the name of a keyword. */
function withoutNotes(schema: unknown, areNames = true): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutNotes(item, false))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      !areNames && LEFT_OUT.has(key) ? [] : [[key, withoutNotes(value, !areNames && key === 'properties')]],
    ),
  )
}
