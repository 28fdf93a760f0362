import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Operation, RESOURCE_FORMS } from '@colophon/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ANONYMOUS, ANY_READER, type Caller } from '../../core/authority.ts'
import { partsOf } from './call-parts.ts'
import { definitionOf } from './tool-schemas.ts'
import { findTool, largestMessage, offeredTo, operationOf, TOOLS } from './tools.ts'

type Forms = Readonly<Record<string, object>>
interface ObjectForm {
  properties?: Forms
  required?: readonly string[]
}

/** The forms of an operation's path, query and body, apart. */
function formsOf({ params = {}, query, body }: Operation): Forms[] {
  const path = Object.entries(params).map(([name, resource]) => [name, RESOURCE_FORMS[resource]])
  const parts = [query, body] as (ObjectForm | undefined)[]
  return [Object.fromEntries(path), ...parts.map((part) => part?.properties ?? {})]
}

function operationsOf(tool: (typeof TOOLS)[number]): Operation[] {
  return [tool.operation, ...(tool.finders ?? [])].map((id) => OPERATIONS[id])
}

for (const tool of TOOLS) {
  const operation = operationOf(tool)
  const { inputSchema, outputSchema, annotations, description } = definitionOf(tool)

  test(`${tool.name} takes what ${operation.id} takes, and nothing else`, () => {
    const forms = operationsOf(tool).flatMap(formsOf)
    const { idempotency_key: key, ...named } = (inputSchema.properties ?? {}) as Forms
    assert.deepEqual(named, Object.assign({}, ...forms))
    assert.equal(key !== undefined, operation.method === 'POST')
    assert.equal(inputSchema.additionalProperties, false)
    const names = forms.flatMap((form) => Object.keys(form))
    assert.equal(new Set(names).size, names.length, 'no name stands for two things')
  })

  test(`${tool.name} asks for what ${operation.id} asks for`, () => {
    if (tool.finders) return assert.deepEqual([inputSchema.minProperties, inputSchema.maxProperties], [1, 1])
    const parts = [operation.query, operation.body] as (ObjectForm | undefined)[]
    const needed = [...Object.keys(operation.params ?? {}), ...parts.flatMap((part) => part?.required ?? [])]
    const key = operation.method === 'POST' ? ['idempotency_key'] : []
    assert.deepEqual([...(inputSchema.required ?? [])].sort(), [...needed, ...key].sort())
  })

  test(`the schemas of ${tool.name} are JSON Schema, and objects without alternatives of their own`, () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const schema of [inputSchema, outputSchema ?? {}]) assert.ok(ajv.validateSchema(schema))
    assert.equal(inputSchema.type, 'object')
    // Providers of models refuse these at the top.
    for (const word of ['anyOf', 'oneOf', 'allOf', '$ref']) assert.equal(word in inputSchema, false)
    assert.equal(outputSchema === undefined, operation.bytes === true)
  })

  test(`${tool.name} is told in the words of the contract`, () => {
    assert.ok(description?.startsWith(operation.summary))
    assert.ok(description?.endsWith(`${operation.method} ${operation.path}`))
    assert.equal(annotations?.readOnlyHint, operation.method === 'GET')
    assert.equal(annotations?.idempotentHint, true)
  })
}

const EVERYBODY = 'search read topics index status diff lineage signal feedback'.split(' ')

function invited(
  ...scopes: ('read' | 'propose' | 'publish_direct' | 'review' | 'curate' | 'admin')[]
): Caller {
  return { ...ANY_READER, enrollment: 'invited', scopes: new Set(scopes), topicGrants: null }
}

for (const [name, caller, more] of [
  ['nobody', ANONYMOUS, ''],
  ['a reader', ANY_READER, ''],
  ['an invited reader', invited('read'), ''],
  ['a contributor', invited('read', 'propose'), 'claim heartbeat submit'],
  ['a trusted author', invited('read', 'propose', 'publish_direct'), 'claim heartbeat submit publish'],
  ['a reviewer', invited('read', 'review'), 'claim heartbeat review'],
  ['an administrator', invited('read', 'admin'), 'publish'],
] as const)
  test(`${name} is offered what everybody is${more && `, and ${more}`}`, () => {
    const offered = offeredTo(caller).map((tool) => tool.name)
    assert.deepEqual(offered, [...EVERYBODY, ...more.split(' ').filter(Boolean)])
  })

test('a message may be as large as a submission only where the caller may submit', () => {
  const mib = 1024 * 1024
  for (const caller of [ANONYMOUS, ANY_READER, invited('read', 'review')])
    assert.equal(largestMessage(caller), mib)
  assert.equal(largestMessage(invited('read', 'propose')), 8 * mib)
})

test('arguments go where the operation has them, and what it does not know goes along', async () => {
  const heartbeat = partsOf(OPERATIONS.renewLease, {
    id: 'x',
    generation: 1,
    idempotency_key: 'k',
    more: null,
  })
  assert.deepEqual(heartbeat.params, { id: 'x' })
  assert.deepEqual(heartbeat.query, {})
  assert.equal(heartbeat.idempotencyKey, 'k')
  assert.deepEqual(await heartbeat.readBody(1000, null), { generation: 1, more: null })
  const lineage = partsOf(OPERATIONS.getLineage, {
    sha256: null,
    depth: 3,
    limit: null,
    idempotency_key: 'k',
  })
  assert.deepEqual(lineage.params, {})
  assert.deepEqual(lineage.query, { depth: 3, idempotency_key: 'k' })
  assert.equal(lineage.idempotencyKey, null)
})

test('a list goes as a list, and one as one: the road makes a list of it', () => {
  const query = { properties: { sha256: { type: 'array' } } } as unknown as NonNullable<Operation['query']>
  const operation: Operation = { ...OPERATIONS.search, query }
  for (const sha256 of [['a', 'b'], ['a'], 'a'])
    assert.deepEqual(partsOf(operation, { sha256 }).query, { sha256 })
})

test('names of Object.prototype are names like any other', async () => {
  const given = JSON.parse('{"__proto__": {"value": "up"}, "constructor": 1}')
  const { params, readBody } = partsOf(OPERATIONS.reportSignal, given)
  assert.deepEqual(Object.keys(params), [])
  assert.deepEqual(Object.keys((await readBody(1000, null)) as object), ['__proto__', 'constructor'])
})

test('a key that is no text is none, and never the text of something', () => {
  for (const idempotency_key of [5, {}, [], ['k'], true])
    assert.equal(partsOf(OPERATIONS.claimTask, { idempotency_key }).idempotencyKey, ' ')
  for (const given of [{}, { idempotency_key: null }])
    assert.equal(partsOf(OPERATIONS.claimTask, given).idempotencyKey, null)
})

test('a body is held to the limit of its own operation', async () => {
  const { readBody } = partsOf(OPERATIONS.createReview, { summary: 'ä'.repeat(500) })
  await assert.rejects(async () => readBody(1000, null), { code: 'payload_too_large' })
  assert.ok(await readBody(1100, null))
})

test('nothing has the name of a tool that is not there', () => {
  for (const name of ['', 'Search', 'toString', '__proto__', 'issueToken']) assert.equal(findTool(name), null)
})
