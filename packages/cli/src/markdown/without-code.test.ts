import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { withoutCode } from './without-code.ts'

const stock = new MarkdownIt({ html: true })
const EXAMPLES = join(import.meta.dirname, '../../../server/examples')

/** The lines that hold something and are code, as the library says without our settings. */
function parsedCode(text: string): number[] {
  const lines = new Set<number>()
  for (const { type, map } of stock.parse(text, {}))
    if ((type === 'fence' || type === 'code_block') && map)
      for (let line = map[0]; line < map[1]; line += 1) lines.add(line)
  return linesWithText(text).filter((line) => lines.has(line))
}

/** The lines of which nothing is left. */
function readCode(text: string): number[] {
  const rest = withoutCode(text).split('\n')
  return linesWithText(text).filter((line) => rest[line]?.trim() === '')
}

function linesWithText(text: string): number[] {
  return text.split('\n').flatMap((line, place) => (line.trim() === '' ? [] : [place]))
}

test('lines of the bundled articles are code where a parser says so', () => {
  const files = globSync('**/*.md', { cwd: EXAMPLES })
  assert.ok(files.length > 20)
  for (const file of files) {
    const text = readFileSync(join(EXAMPLES, file), 'utf8').replace(/^---\n.*?\n---\n/s, '')
    assert.deepEqual(readCode(text), parsedCode(text), file)
  }
})

for (const text of [
  'a\n\n    code\n\nb',
  'a\n    no code',
  '- a\n\n      code\n\n    no code',
  '- a\nlazy\n\n    no code',
  '1. a\n\n       code\n   b',
  '10) a\n\n    b',
  'in the year\n1986. a\n\n    code',
  '-     code\n- b',
  '-\n      code\n',
  '> a\n>\n>     code\n>     code\nb',
  '> ```\n> a\nb',
  '- ```\n  a\nb\n```\nc',
  '- a\n  - b\n\n    ```\n    c\n    ```\n- d',
  'text\n```js\na\n```\nb',
  '- text\n```js\na\n```\nb',
  '```\n    ```\na\n```\nb',
  '````\n```\na\n````\nb',
  '~~~ `\na\n~~~\nb',
  '``` a`b\nc',
  '<div>\n```\na\n```\n</div>\n\n```\nb\n```',
  '<pre>\n\n    a\n</pre>\n\n    b',
  '<!--\n\n    a\n-->\n\n    b',
  '\tcode\n \tcode',
  '-\ta\n\n\t\tcode',
  '* * *\n    code',
  '# a\n    code',
  '<https://a.example>\n    b',
])
  test(`${JSON.stringify(text)} is read as a parser reads it`, () => {
    assert.deepEqual(readCode(text), parsedCode(text))
  })

test('a place in a text with the line ends of Windows is the same place', () => {
  assert.equal(withoutCode('a\r\n\r\n    code\r\n> b `c`'), 'a\r\n\r\n        \r\n> b    ')
})

test('of inline code only the code goes', () => {
  for (const [text, rest] of [
    ['a `b` c', 'a     c'],
    ['a `` b ` c `` d', 'a             d'],
    ['`a', '`a'],
    ['`a\nb` c', '  \n   c'],
    ['\\`a `b`', '\\`a    '],
    ['<a title="`">`', '<a title="`">`'],
    ['<T title="`">`', '<T title="    '],
    ['# `a` b `c` #', '#     b     #'],
    ['> - a `b\n>   c` d', '> - a   \n       d'],
    ['|a|`b`|\n|-|-|\n|`\\|`|\\| `c`|', '|a|   |\n|-|-|\n|    |\\|    |'],
    ['\ta\n\n|\n\t`b`', '  \n\n|\n\t   '],
  ] as const)
    assert.equal(withoutCode(text), rest)
})

const hostile = fc.array(
  fc.constantFrom(
    '`',
    '```',
    '~~~',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '> ',
    '- ',
    '1. ',
    '<!--',
    '-->',
    '<pre>',
    'a',
    '😀',
    '\\',
  ),
)

test('nothing moves: a text without its code has the same length and the same lines', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join('')
      const prose = withoutCode(text)
      assert.equal(prose.length, text.length)
      for (let at = 0; at < text.length; at += 1)
        assert.ok(
          prose.charAt(at) === text.charAt(at) || (prose.charAt(at) === ' ' && text.charAt(at) !== '\n'),
        )
    }),
  )
})
