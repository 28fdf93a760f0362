import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCleanLine } from '@colophon/contract'
import fc from 'fast-check'
import { assertLinear } from '../../../server/test/support/growth.ts'
import { importedInlineText } from './inline-text.ts'

const none = {}

test('markup is reduced to what a reader sees', () => {
  const cases = [
    ['plain', 'plain'],
    ['the `code` here', 'the code here'],
    ['`` a`b `` and ```x```', 'a`b and x'],
    ['**bold**, __bold__, *it*, _it_, ***both***, ~~gone~~', 'bold, bold, it, it, both, gone'],
    ['**bold _and `code`_**', 'bold and code'],
    ['snake_case_name, 2 * 3 * 4, a*b', 'snake_case_name, 2 * 3 * 4, a*b'],
    ['`a*b` and `c*d`', 'a*b and c*d'],
    ['[text](https://x.example/a_(b) "title")', 'text'],
    ['[`code`][label], [label][], [a [b] c](d)', 'code, label, a [b] c'],
    ['[label] but [0] and [c]reate', 'label but [0] and [c]reate'],
    ['claim[^1]', 'claim'],
    ['![logo](a.png) Name [![badge](b.svg)](c)', 'Name'],
    ['see <https://x.example/> or <me@x.example>', 'see https://x.example/ or me@x.example'],
    ['a<br/>b <kbd>Ctrl</kbd> <!-- hidden --> Vec<T>', 'a b Ctrl Vec<T>'],
    ['\\*not\\* \\[link\\](x) C:\\dir', '*not* [link](x) C:\\dir'],
    ['&lt;a&gt; &amp;lt; &#39;&#x41; &unknown; &#xd800; &#x110000;', "<a> &lt; 'A &unknown; \ufffd \ufffd"],
    ['  two\nlines\twith\u0000space\u2028 ', 'two lines with space'],
    ['![only](image.png)', ''],
  ]
  for (const [markup, text] of cases)
    assert.equal(importedInlineText(markup ?? '', { LABEL: { href: 'x', title: '' } }), text)
})

test('any markup gives one clean line', () => {
  const marks = fc.constantFrom(
    '`',
    '*',
    '_',
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    '\\',
    '&#0;',
    '&#xd800;',
    '\0',
    '\x01\0',
    '\n',
    'a',
    '\ud800',
    '\u2029',
  )
  const markup = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(marks).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(markup, (text) => {
      const line = importedInlineText(text, none)
      assert.ok(isCleanLine(line))
      assert.equal(line, line.trim())
    }),
    { numRuns: 500 },
  )
})

test('hostile markup takes no time', () => {
  const units = [
    '`',
    '`a``',
    '[',
    '[a](',
    '[a][',
    '![',
    '*a ',
    '_a ',
    '<a ',
    '<!--',
    '&#',
    '[[a]',
    '**a*',
    '~~a',
    '<a@',
  ]
  for (const unit of units)
    assertLinear((size) => importedInlineText(unit.repeat(size / unit.length), none), 1 << 13, unit)
})
