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

test('what is no JSON Schema is told', () => {
  assert.throws(() => assertSchema({ type: 'text' }, 'wrong'), /wrong: .*type/)
})
