import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkup } from '../../test/support/markup.ts'
import { caseHtml } from './case-block.ts'

test('a case is shown as terms, lists and terms within terms', () => {
  const source =
    '{"case":"a<b","rule":"FREQ=DAILY","expected":["1",2,null],"at":{"zone":"","deep":{"er":[1]}}}'
  const html = caseHtml(source, '<pre>source</pre>') ?? ''
  readMarkup(html)
  assert.match(html, /<figcaption>Case <strong>a&lt;b<\/strong><\/figcaption>/)
  assert.match(html, /<dt>rule<\/dt><dd>FREQ=DAILY<\/dd>/)
  assert.match(html, /<li>1<\/li><li><code>2<\/code><\/li><li><code>null<\/code><\/li>/)
  assert.match(html, /<dt>zone<\/dt><dd><code>""<\/code><\/dd>/)
  assert.match(html, /<details><summary>Source<\/summary><pre>source<\/pre><\/details>/)
})

for (const [why, source] of [
  ['no object', '[1]'],
  ['empty', '{}'],
  ['not JSON', '{"a": }'],
  ['a member twice', '{"a":1,"a":2}'],
  ['a number that loses a digit', '{"a":9007199254740993}'],
  ['too many terms', `{"a":[${'1,'.repeat(300)}1]}`],
  ['too deep', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
] as const)
  test(`what is ${why} is its source and nothing else`, () => {
    assert.equal(caseHtml(source, ''), null)
  })
