import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameValue, readCases } from './cases.ts'

const fence = (json: string, info = 'json', marks = '```') => `${marks}${info}\n${json}\n${marks}\n`
const CASE = '{"case": "one", "input": null, "expected": false, "why": "x"}'

for (const [name, body, names] of [
  ['a block of json', fence(CASE), ['one']],
  ['a block with other marks, and more behind the name', fence(CASE, 'JSON title=x', '~~~~'), ['one']],
  ['a block in a list', `- item\n\n  ${fence(CASE).trimEnd().replaceAll('\n', '\n  ')}\n`, ['one']],
  ['line ends of another system', fence(CASE).replaceAll('\n', '\r\n'), ['one']],
  ['blocks in their order', fence(CASE) + fence(CASE.replace('one', 'two')), ['one', 'two']],
  ['a block of another language', fence(CASE, 'jsonc') + fence(CASE, 'js') + fence(CASE, ''), []],
  ['what is no fence', `${CASE}\n\n    ${CASE}\n\n\`${CASE}\`\n`, []],
  ['what is no JSON', fence(`${CASE},`) + fence(''), []],
  ['an array, a text, null', fence(`[${CASE}]`) + fence('"case"') + fence('null'), []],
  ['a block without a name', fence('{"input": 1, "expected": 1}'), []],
  ['a name that is none', fence('{"case": 1, "input": 1, "expected": 1}'), []],
  ['a block without an input', fence('{"case": "one", "expected": 1}'), []],
  ['a block without what is expected', fence('{"case": "one", "input": 1}'), []],
  ['what is too deep', fence(CASE.replace('null', `${'['.repeat(2000)}${']'.repeat(2000)}`)), []],
] as const)
  test(`the cases of ${name}`, () => {
    assert.deepEqual(
      readCases(`# Title\n\n${body}`).map((one) => one.name),
      names,
    )
  })

for (const [one, other, isSame] of [
  ['{"a": 1, "b": [1, 2]}', '{"b": [1, 2.0], "a": 1}', true],
  ['[1, 2]', '[2, 1]', false],
  ['{"a": 1}', '{"a": 1, "b": null}', false],
  ['{"a": null}', '{}', false],
  ['{"a": null}', '{"b": null}', false],
  ['[]', '{}', false],
  ['null', '0', false],
  ['"1"', '1', false],
  ['{"__proto__": 1}', '{}', false],
  ['{"toString": 1}', '{"__proto__": 1}', false],
  ['"é"', '"\\u00e9"', true],
] as const)
  test(`${one} and ${other} are ${isSame ? 'the same value' : 'different values'}`, () => {
    assert.equal(isSameValue(JSON.parse(one), JSON.parse(other)), isSame)
    assert.equal(isSameValue(JSON.parse(other), JSON.parse(one)), isSame)
  })
