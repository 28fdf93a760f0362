import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDocumentTag, openApiDocument } from './openapi.ts'
import { OPERATIONS } from './operations.ts'
import { PROBLEMS } from './problems.ts'

/** What a small document may take of a model's context. */
const SMALL_BYTES = 40_000

type Json = Readonly<Record<string, unknown>>

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const whole = openApiDocument('https://press.example')

function operationsOf(document: Json): Json[] {
  return Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((item) =>
    Object.values(item),
  )
}

/** Every property below a value, with the way that leads there. */
function* propertiesIn(value: unknown, way = ''): Generator<[string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* propertiesIn(item, way)
  if (!isJson(value)) return
  if (value.type === 'object' && isJson(value.properties))
    for (const [name, schema] of Object.entries(value.properties)) yield [`${way}.${name}`, schema]
  for (const [key, child] of Object.entries(value)) yield* propertiesIn(child, `${way}.${key}`)
}

test('every operation, parameter and property says what it means', () => {
  const silent = (value: unknown) => !isJson(value) || typeof value.description !== 'string'
  for (const operation of operationsOf(whole)) {
    assert.ok(!silent(operation), String(operation.operationId))
    for (const parameter of operation.parameters as Json[])
      assert.ok(!silent(parameter), `${operation.operationId}: ${parameter.name}`)
  }
  const properties = [...propertiesIn(whole)]
  assert.ok(properties.length > 600, `${properties.length}`)
  assert.deepEqual(
    properties.filter(([, schema]) => silent(schema)).map(([way]) => way),
    [],
    'say it in the schema, or in openapi/meanings.ts',
  )
})

test('every operation has an example, and every part of a path', () => {
  for (const operation of operationsOf(whole)) {
    const id = String(operation.operationId)
    const { parameters, requestBody, responses } = operation as Record<string, Json[]>
    assert.match(JSON.stringify([parameters, requestBody, responses]), /"example":/, id)
    for (const { in: place, name, example } of parameters ?? [])
      assert.ok(place !== 'path' || typeof example === 'string', `${id}: ${name}`)
  }
})

test('the code of a problem is one of the closed list', () => {
  const schemas = (whole.components as { schemas: Record<string, { properties: Record<string, Json> }> })
    .schemas
  assert.deepEqual(schemas.Problem?.properties.code?.enum, Object.keys(PROBLEMS))
})

test('a tag has its operations and no other, with nothing that leads nowhere', () => {
  for (const { name: tag } of whole.tags as { name: string }[]) {
    assert.ok(isDocumentTag(tag))
    const small = openApiDocument('https://press.example', { tag })
    const ids = operationsOf(small).map(({ operationId }) => operationId)
    const wanted = operationsOf(whole).filter(({ tags }) => (tags as string[])[0] === tag)
    assert.deepEqual(new Set(ids), new Set(wanted.map(({ operationId }) => operationId)))
    const text = JSON.stringify(small)
    for (const [, section = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      assert.ok(name in ((small.components as Record<string, object>)[section] ?? {}), `${tag}: ${name}`)
  }
  assert.ok(!isDocumentTag('toString'))
})

test('what reading needs fits into the context of a model', () => {
  const text = JSON.stringify(openApiDocument('https://press.example', { tag: 'reading' }))
  assert.ok(Buffer.byteLength(text) < SMALL_BYTES, `${Buffer.byteLength(text)} bytes`)
  const reading = Object.values(OPERATIONS).filter(({ tag }) => tag === 'reading')
  for (const { id } of reading) assert.ok(text.includes(`"operationId":"${id}"`), id)
})

test('the contact is an address of the site, or what its operator says', () => {
  const contactOf = (contact: string | null) =>
    (openApiDocument('https://press.example', { contact }).info as Json).contact
  const name = 'Operator of this site'
  assert.deepEqual(contactOf(null), { name, url: 'https://press.example' })
  assert.deepEqual(contactOf('mailto:a@b.example'), { name, email: 'a@b.example' })
  assert.deepEqual(contactOf('https://b.example/'), { name, url: 'https://b.example/' })
})
