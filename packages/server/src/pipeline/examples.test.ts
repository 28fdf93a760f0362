import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Operation, openApiDocument } from '@colophon/contract'
import { requireValid } from './validate.ts'

interface Example {
  readonly name: string
  readonly in: string
  readonly example?: unknown
}

interface Described {
  readonly parameters: readonly Example[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

const { paths } = openApiDocument('https://press.example') as {
  paths: Record<string, Record<string, Described>>
}

for (const operation of Object.values(OPERATIONS) as Operation[])
  test(`the example of ${operation.id} is there, and is valid`, () => {
    const described = paths[operation.path]?.[operation.method.toLowerCase()]
    assert.ok(described)
    const given = (place: string) =>
      described.parameters.filter((one) => one.in === place && one.example !== undefined)
    const valuesIn = (place: string) =>
      Object.fromEntries(given(place).map(({ name, example }) => [name, example]))
    const [body] = Object.values(described.requestBody?.content ?? {})
    assert.equal(body?.example !== undefined, operation.method === 'POST')
    assert.ok(given('header').length > 0)
    requireValid(operation, { params: valuesIn('path'), query: valuesIn('query'), body: body?.example })
  })
