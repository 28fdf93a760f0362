import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nullable, oneOf, optional, strictObject } from './fields.ts'
import { type Schema, type Static, Type } from './schema.ts'

const WRITTEN: readonly [string, Schema, object][] = [
  ['a text', Type.String({ minLength: 1 }), { type: 'string', minLength: 1 }],
  ['a number', Type.Number(), { type: 'number' }],
  ['an integer', Type.Integer({ minimum: 0 }), { type: 'integer', minimum: 0 }],
  ['a truth value', Type.Boolean(), { type: 'boolean' }],
  ['null', Type.Null(), { type: 'null' }],
  ['a literal', Type.Literal(2), { type: 'number', const: 2 }],
  ['anything', Type.Unknown({ description: 'any' }), { description: 'any' }],
  [
    'a list',
    Type.Array(Type.String(), { maxItems: 3 }),
    { type: 'array', items: { type: 'string' }, maxItems: 3 },
  ],
  ['one of two', Type.Union([Type.String(), Type.Null()]), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['a schema of its own', Type.Unsafe<string[]>({ type: 'array' }), { type: 'array' }],
  ['a closed list', oneOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  ['a text or null', nullable(Type.String()), { type: ['string', 'null'] }],
  [
    'a closed list or null',
    nullable(oneOf(['a'])),
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
  ],
  [
    'an object',
    Type.Object({ a: Type.String() }, { title: 'A' }),
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, title: 'A' },
  ],
  [
    'an object that needs no field',
    strictObject({ a: Type.Optional(Type.String()) }),
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  ],
]

for (const [name, schema, json] of WRITTEN)
  test(`${name} is plain JSON Schema`, () => {
    assert.equal(JSON.stringify(schema), JSON.stringify(json))
  })

test('the mark of an optional field is no part of its schema', () => {
  const field = Type.Optional(Type.String())
  assert.deepEqual(Reflect.ownKeys({ ...field }), ['type'])
})

test('a copy of an optional field is required again', () => {
  const copied = nullable(Type.Optional(Type.String()))
  const json = JSON.parse(JSON.stringify(Type.Object({ copied })))
  assert.deepEqual(json.required, ['copied'])
})

test('a value has the type of its schema', () => {
  const Form = strictObject({
    id: Type.String(),
    kind: oneOf(['small', 'large']),
    parts: Type.Array(Type.Object({ size: Type.Number(), version: Type.Literal(2) })),
    closed_at: nullable(Type.String()),
    note: optional(Type.String()),
  })
  type Form = Static<typeof Form>
  const part: Form['parts'][number] = { size: 1, version: 2 }
  const whole: Form = { id: 'a', kind: 'small', parts: [part], closed_at: null }
  // @ts-expect-error closed_at is missing: null is not the same as absent
  const short: Form = { id: 'a', kind: 'small', parts: [part] }
  // @ts-expect-error no such kind
  const other: Form = { ...whole, kind: 'medium' }
  // @ts-expect-error no such version
  const next: Form['parts'][number] = { ...part, version: 3 }
  // @ts-expect-error no such field
  const more: Form = { ...whole, more: 1 }
  const noted: Form[] = [whole, { ...whole, note: null }, { ...whole, note: 'n' }]
  assert.equal([short, other, next, more, ...noted].length, 7)
})

test('a misspelled keyword does not compile', () => {
  // @ts-expect-error minLenght is no keyword
  assert.ok(Type.String({ minLenght: 1 }))
})
