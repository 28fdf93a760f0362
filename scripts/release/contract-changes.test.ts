import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareContracts, majorOf } from './contract-changes.ts'

const text = { type: 'string', maxLength: 10 }
const thing = {
  type: 'object',
  properties: { name: text, kind: { enum: ['a', 'b'] }, next: { $ref: '#/components/schemas/Thing' } },
  required: ['name'],
}
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const reference = { $ref: '#/components/schemas/Thing' }

/** A contract with one operation that sends and gets a thing. */
function contract(change: { sent?: unknown; got?: unknown; parameters?: unknown[]; paths?: object } = {}) {
  const post = {
    parameters: change.parameters ?? [{ in: 'query', name: 'q', schema: text }],
    requestBody: json(change.sent ?? reference),
    responses: { 200: json(change.got ?? reference) },
  }
  return { paths: { '/a': { post }, ...change.paths }, components: { schemas: { Thing: thing } } }
}

const without = { ...thing, properties: { name: text, next: reference } }
const required = { ...thing, required: ['name', 'kind'] }

for (const [title, after, breaking, other] of [
  ['the same contract', contract(), [], []],
  ['an operation that is gone', { paths: {} }, ['POST /a is gone'], []],
  ['a new operation', contract({ paths: { '/b': { get: {} } } }), [], ['GET /b is new']],
  ['a field of a body that is gone', contract({ sent: without }), ['POST /a body.kind is gone'], []],
  ['a field of an answer that is gone', contract({ got: without }), ['POST /a 200.kind is gone'], []],
  ['a field that is required now', contract({ sent: required }), ['POST /a body.kind is required now'], []],
  ['a field that always comes now', contract({ got: required }), [], []],
  [
    'a field that may be left out now',
    contract({ got: { ...thing, required: [] } }),
    ['POST /a 200.name may be left out now'],
    [],
  ],
  [
    'a shorter limit',
    contract({ parameters: [{ in: 'query', name: 'q', schema: { ...text, maxLength: 9 } }] }),
    ['POST /a query parameter q has the maxLength 9 now'],
    [],
  ],
  [
    'a limit where there was none, and a longer one',
    contract({
      parameters: [{ in: 'query', name: 'q', schema: { type: 'string', minLength: 1, maxLength: 99 } }],
    }),
    ['POST /a query parameter q has the minLength 1 now'],
    [],
  ],
  [
    'another type',
    contract({ got: { ...thing, properties: { ...thing.properties, name: { type: ['null', 'string'] } } } }),
    ['POST /a 200.name is null or string, and was string'],
    [],
  ],
  [
    'a value that is not taken any more',
    contract({ sent: { ...thing, properties: { ...thing.properties, kind: { enum: ['a', 'c'] } } } }),
    ['POST /a body.kind is never b now'],
    ['POST /a body.kind may be c'],
  ],
  [
    'parameters',
    contract({ parameters: [{ in: 'query', name: 'r', required: true, schema: text }] }),
    ['POST /a query parameter q is gone', 'POST /a query parameter r is new'],
    [],
  ],
] as const)
  test(`contracts are compared: ${title}`, () => {
    assert.deepEqual(compareContracts(contract(), after), { breaking, other })
  })

test('below 1.0 the second number says whether clients may go on', () => {
  assert.deepEqual(['0.3.0', '0.4.1', '1.2.3', '12.0.0'].map(majorOf), ['0.3', '0.4', '1', '12'])
})
