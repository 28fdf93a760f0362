import assert from 'node:assert/strict'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { canonicalJson, encodeObject } from './canonical-json.ts'
import { sha256Hex } from './hash.ts'

test('the example of RFC 8785 section 3.2.2 comes out as printed there', () => {
  const given = String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`
  const canonical = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
  assert.equal(canonicalJson(JSON.parse(given)), canonical)
})

test('members are sorted by UTF-16 code units, as in RFC 8785 section 3.2.3', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 }
  const keys = Object.keys(JSON.parse(canonicalJson(value)))
  assert.deepEqual(
    keys.map((key) => new Map(Object.entries(value)).get(key)),
    [4, 2, 6, 7, 1, 5, 3],
  )
})

test('what JSON cannot hold is refused', () => {
  const refused = [
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '\ud800',
    { '\udc00': 1 },
    1n,
    Symbol('x'),
  ]
  const nested = [[() => 1], { deep: { call: () => 1 } }, { deep: [Symbol('x')] }]
  for (const value of [...refused, ...nested]) assert.throws(() => canonicalJson(value))
})

test('any JSON value survives, and the order of members does not matter', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      const text = canonicalJson(value)
      assert.equal(canonicalJson(JSON.parse(text)), text)
      assert.equal(canonicalJson(backwards(value)), text)
    }),
  )
})

test('it writes what the library beside the RFC writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      assert.equal(canonicalJson(value), canonicalize(value))
    }),
  )
})

test('a member that is undefined is left out, and nothing takes the place of an item that is', () => {
  assert.equal(canonicalJson({ a: undefined, b: 1 }), '{"b":1}')
  assert.throws(() => canonicalJson([undefined]))
})

test('an object is named by the hash of its canonical bytes', () => {
  const { sha256, bytes } = encodeObject({ kind: 'policy', format_version: 1, nonce: 'é' })
  assert.equal(new TextDecoder().decode(bytes), '{"format_version":1,"kind":"policy","nonce":"é"}')
  assert.equal(sha256, sha256Hex(bytes))
})

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([key, part]) => [key, backwards(part)]))
}
