import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Operation, Type } from '@colophon/contract'
import { plainBody } from './plain-body.ts'

const operation: Operation = {
  ...OPERATIONS.createTopic,
  significantNulls: ['kept'],
  body: Type.Object({
    a: Type.String(),
    kept: Type.String(),
    deep: Type.Object({ b: Type.String() }),
    list: Type.Array(Type.Union([Type.Object({ c: Type.String() }), Type.Null()])),
    free: Type.Unknown(),
  }),
}

for (const [name, sent, wanted] of [
  ['a null is left out', { a: null }, {}],
  [
    'a null of a known field deep inside is left out',
    { deep: { b: null }, list: [{ c: null }] },
    { deep: {}, list: [{}] },
  ],
  ['a null in a list stays', { list: [null] }, { list: [null] }],
  ['a null that means something stays', { kept: null }, { kept: null }],
  [
    'an unknown key stays, null or not',
    { more: null, deep: { more: null } },
    { more: null, deep: { more: null } },
  ],
  ['what has no schema stays whole', { free: { d: null } }, { free: { d: null } }],
  ['what is no object stays', 7, 7],
] as const)
  test(name, () => {
    assert.deepEqual(plainBody(operation, sent), wanted)
  })

test('a key of a prototype is an ordinary one', () => {
  const plain = plainBody(operation, JSON.parse('{"__proto__":{"admin":true},"toString":null}'))
  assert.equal(JSON.stringify(plain), '{"__proto__":{"admin":true},"toString":null}')
})
