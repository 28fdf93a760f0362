import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Operation, RESOURCE_FORMS } from '@colophon/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'

const operations: readonly Operation[] = Object.values(OPERATIONS)
const schemas = new Ajv2020({ strictSchema: false, validateFormats: false })

function assertSchema(schema: object, name: string): void {
  assert.equal(schemas.validateSchema(schema), true, `${name}: ${schemas.errorsText()}`)
}

test('every form of a query, a body and a parameter is a valid JSON Schema', () => {
  for (const { id, query, body } of operations) {
    if (query !== undefined) assertSchema(query, `query of ${id}`)
    if (body !== undefined) assertSchema(body, `body of ${id}`)
  }
  for (const [name, form] of Object.entries(RESOURCE_FORMS)) assertSchema(form, name)
})

test('every answer with items says where the next ones are', () => {
  const lists = operations.map(({ id, answer }) => ({ id, names: namesOf(answer) }))
  assert.ok(lists.filter(({ names }) => names.includes('items')).length > 15)
  for (const { id, names } of lists)
    assert.equal(names.includes('next_cursor'), names.includes('items'), `answer of ${id}`)
})

function namesOf(answer: object): string[] {
  return 'properties' in answer ? Object.keys(Object(answer.properties)) : []
}

test('what is no JSON Schema is told', () => {
  assert.throws(() => assertSchema({ type: 'text' }, 'wrong'), /wrong: .*type/)
})
