import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readQuery } from './query-string.ts'

const CASES: [string, Record<string, unknown>][] = [
  ['', {}],
  ['&&', {}],
  ['a=1&b=two', { a: '1', b: 'two' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a', { a: '' }],
  ['a=b=c', { a: 'b=c' }],
  ['=1', { '': '1' }],
  ['%61=a+b%2Bc', { a: 'a b+c' }],
  ['a=1;b=2', { a: '1;b=2' }],
]
for (const [text, wanted] of CASES)
  test(`${text || 'nothing'} is read as ${JSON.stringify(wanted)}`, () => {
    assert.deepEqual({ ...readQuery(text) }, wanted)
  })

test('what is no percent-encoded UTF-8 is null, and its name stays as it was sent', () => {
  for (const value of ['%', '100%', '%f', '%zz', '%ff', '%C0%AF', '%ED%A0%80'])
    assert.deepEqual({ ...readQuery(`q=${value}&ok=1`) }, { q: null, ok: '1' }, value)
  assert.deepEqual({ ...readQuery('%zz=1') }, { '%zz': '1' })
})

test('a name of Object.prototype is a name like any other', () => {
  assert.deepEqual(Object.entries(readQuery('__proto__=1&constructor=2')), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})

test('what URLSearchParams writes is read again', () => {
  const pairs = fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(pairs, (given) => {
      assert.deepEqual(Object.entries(readQuery(`${new URLSearchParams(given)}`)), Object.entries(given))
    }),
  )
})
