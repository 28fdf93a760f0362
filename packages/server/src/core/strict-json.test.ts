import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertLinear, growth } from '../../test/support/growth.ts'
import { type JsonRefusal, JsonRefused, parseStrictJson } from './strict-json.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => parseStrictJson(encode(text))

test('it reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'grapheme' }),
      fc.constantFrom(0, 1, '\t', ' \n'),
      (value, space) => {
        const text = JSON.stringify(value, null, space)
        assert.deepEqual(read(text), JSON.parse(text))
      },
    ),
    { numRuns: 500 },
  )
})

test('it never reads what JSON.parse does not', () => {
  const soup = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ud8-+.e019aE \n\u0000\u00e9') })
  fc.assert(
    fc.property(soup, (text) => {
      const value = valueOrRefusal(text)
      if (!(value instanceof JsonRefused)) assert.deepEqual(value, JSON.parse(text))
    }),
    { numRuns: 2000 },
  )
})

test('what is no JSON is invalid', () => {
  const wrong = [
    '',
    ' ',
    '{',
    '}',
    '[1,]',
    '{"a"}',
    '{"a":1,}',
    "{'a':1}",
    '01',
    '+1',
    '1.',
    '.5',
    '0x10',
    '1_0',
    'NaN',
    'tru',
  ]
  for (const text of [
    ...wrong,
    '"a',
    '"\\"',
    '"\\',
    '"\\u12"',
    '"\\u',
    '"\\u"[[[[""',
    '{"a":"\\u1"}',
    '"\t"',
    '{}{}',
    '1 2',
    '//x\n1',
    'undefined',
    '-',
    '1e',
  ])
    refused(text, 'invalid')
})

test('a byte order mark, another encoding and ill-formed UTF-8 are refused', () => {
  refused('\ufeff{}', 'encoding')
  const bytes = [
    [0x22, 0xc0, 0xaf, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xff, 0x22],
    [0x22, 0xe2, 0x82],
    [0xff, 0xfe, 0x31, 0],
  ]
  for (const sequence of bytes) refusedBytes(Uint8Array.from(sequence), 'encoding')
  refusedBytes(new Uint8Array(Buffer.from('{"a":1}', 'utf16le')), 'invalid')
})

test('an escaped lone surrogate is refused in names and values, a pair is fine', () => {
  const places = {
    '"\\ud800"': '',
    '{"a":["","\\uDC00x"]}': '/a/1',
    '{"a/b":{"\\udbff":1}}': '/a~1b',
    '[["\\ude00\\ud83d"]]': '/0/0',
  }
  for (const [text, pointer] of Object.entries(places))
    assert.throws(() => read(text), { reason: 'surrogate', pointer })
  assert.deepEqual(read('{"\\ud83d\\uDE00":["\\\\ud800","\\u00d8"]}'), { '\u{1f600}': ['\\ud800', '\u00d8'] })
})

test('nesting is allowed to 64 and no deeper', () => {
  assert.ok(read(`${'['.repeat(64)}${']'.repeat(64)}`))
  refused(`${'['.repeat(65)}${']'.repeat(65)}`, 'depth')
  refused(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'depth')
  assert.deepEqual(read(`["${'['.repeat(100)}"]`), ['['.repeat(100)])
})

test('20,000 members and 100,000 items are allowed and no more', () => {
  assert.ok(read(`{${members(20_000)}}`))
  refused(`{${members(20_001)}}`, 'members')
  assert.ok(read(`[${'0,'.repeat(99_999)}0]`))
  refused(`[${'0,'.repeat(100_000)}0]`, 'members')
  refused(`[${'[],'.repeat(50_001)}[]]`, 'members')
})

test('other limits can be set where bodies are larger by nature', () => {
  const limits = { depth: 2, members: 30_000, values: 200_000 }
  assert.ok(parseStrictJson(encode(`{${members(25_000)}}`), limits))
  assert.throws(() => parseStrictJson(encode('[[[]]]'), limits), JsonRefused)
})

test('a member that comes twice is refused at any depth and in any spelling', () => {
  const twice = [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"a":1,"c":{},"a":{}}}]',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":1}',
    '{"1":0,"1":0}',
  ]
  for (const text of twice) refused(text, 'duplicate')
  assert.deepEqual(read('{"a":":","b":{"a":"\\":{"}}'), { a: ':', b: { a: '":{' } })
})

test('a number that a double does not hold is refused', () => {
  const lost = [
    '1e400',
    '-1e400',
    '1E+309',
    '9007199254740993',
    '-9007199254740993',
    '[1,[12345678901234567891]]',
    '1e-400',
    '0.1234567890123456789',
  ]
  for (const text of [...lost, '{"a":9007199254740992.5}', `${'9'.repeat(5000)}`, `0.${'0'.repeat(400)}1`])
    refused(text, 'number')
})

test('a number that a double holds is read, however it is spelled', () => {
  const kept = [
    '0',
    '-0',
    '0e999',
    '0.0',
    '9007199254740992',
    '9007199254740991',
    '1e21',
    '1E2',
    '1.50e+3',
    '100000000000000000000',
    '123456789012345',
  ]
  for (const text of [
    ...kept,
    '5e-324',
    '1.7976931348623157e308',
    '0.30000000000000004',
    '1.000000000000000000',
    '"1e400"',
  ]) {
    assert.deepEqual(read(text), JSON.parse(text))
  }
})

test('every double survives the way in which it is written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      for (const text of [JSON.stringify(value), value.toExponential()])
        assert.equal(read(text), Number(text))
    }),
    { numRuns: 1000 },
  )
})

test('a member named __proto__ is an ordinary member', () => {
  const value = read('{"__proto__":{"admin":true},"constructor":1}')
  assert.ok(value instanceof Object)
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
  assert.equal(Reflect.get(value, 'admin'), undefined)
})

test('anything is answered in linear time', () => {
  const units = [
    '[',
    '{"a":',
    '[],',
    '1',
    '1e1,',
    '"',
    '\\',
    '{"a":1},',
    '"a":1,',
    ' ',
    '-',
    '1000000000000000e1,',
  ]
  for (const unit of units)
    assertLinear((size) => refusedBytes(encode(`[${unit.repeat(size / unit.length)}`)), 1 << 13, unit)
})

test('four million brackets cost no more than four thousand', () => {
  const brackets = new Uint8Array(4 << 20).fill('['.charCodeAt(0))
  const refuse = (size: number) => {
    for (let n = 0; n < 100; n += 1) refusedBytes(brackets.subarray(0, size), 'depth')
  }
  assert.ok(growth(refuse, 1 << 12, brackets.length) < 8)
})

function members(count: number): string {
  return Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')
}

function valueOrRefusal(text: string): unknown {
  try {
    return read(text)
  } catch (error) {
    assert.ok(error instanceof JsonRefused)
    return error
  }
}

function refused(text: string, reason: JsonRefusal): void {
  refusedBytes(encode(text), reason)
}

function refusedBytes(bytes: Uint8Array, reason?: JsonRefusal): void {
  assert.throws(
    () => parseStrictJson(bytes),
    (error) => error instanceof JsonRefused && (reason === undefined || error.reason === reason),
  )
}
