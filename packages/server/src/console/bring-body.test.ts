import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../core/problem.ts'
import { bringBody } from './bring-body.ts'
import type { Control, Field } from './fields.ts'
import { parseForm } from './posted-form.ts'

const LIMIT = 100

function field(name: string, control: Control): Field {
  return { name, label: name, control }
}

const JSON_FORM = {
  operation: 'startRecovery',
  fields: [
    field('/kind', { kind: 'line' }),
    field('both', { kind: 'together', fields: [field('/manifest', { kind: 'json', rows: 3 })] }),
  ],
} as const
const BYTES_FORM = { operation: 'stageBlob', fields: [field('/bytes', { kind: 'bytes', rows: 3 })] } as const

function typed(fields: Record<string, string>) {
  return parseForm(Buffer.from(new URLSearchParams(fields).toString()))
}

for (const [manifest, expected] of [
  ['{"a":[1,null]}', { a: [1, null] }],
  [' "ä"\r\n', 'ä'],
  ['null', null],
  ['', null],
] as const)
  test(`a field of JSON is read: ${JSON.stringify(manifest)}`, () => {
    const body = bringBody(JSON_FORM, typed({ '/kind': 'restore', '/manifest': manifest }), LIMIT)
    assert.deepEqual(body, { kind: 'restore', manifest: expected })
  })

for (const [manifest, message] of [
  [' ', /JSON: it is not one JSON value$/],
  ['{"a":1,}', /it is not one JSON value \(line 1 column 8\)$/],
  ['{"a":1,"a":1}', /a member comes twice in one object$/],
  ['[0.10000000000000000000001]', /a number in it loses digits/],
  ['["\\ud800"]', /half a surrogate pair$/],
  ['['.repeat(80), /it is nested too deep$/],
] as const)
  test(`a field of JSON is refused: ${JSON.stringify(manifest)}`, () => {
    assert.throws(
      () => bringBody(JSON_FORM, typed({ '/manifest': manifest }), LIMIT),
      (error) => {
        assert.ok(error instanceof Problem)
        const [first] = error.facts.errors ?? []
        assert.equal(first?.pointer, '/manifest')
        assert.match(first.message, message)
        return true
      },
    )
  })

test('the text of an operation that takes bytes is its body, with plain ends of lines', () => {
  assert.deepEqual(bringBody(BYTES_FORM, typed({ '/bytes': '\nä\r\n' }), LIMIT), Buffer.from('\nä\n'))
  assert.deepEqual(bringBody(BYTES_FORM, typed({}), LIMIT), Buffer.from(''))
})

for (const [name, form, fields] of [
  ['bytes', BYTES_FORM, { '/bytes': 'ä'.repeat(51) }],
  ['JSON, as it is typed', JSON_FORM, { '/manifest': '7'.padEnd(101) }],
  ['a form', JSON_FORM, { '/kind': 'a'.repeat(100) }],
] as const)
  test(`more than the limit is refused: ${name}`, () => {
    assert.throws(
      () => bringBody(form, typed(fields), LIMIT),
      (error) => error instanceof Problem && error.code === 'payload_too_large',
    )
  })
