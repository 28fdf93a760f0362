import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { createLineReader } from './code-lines.ts'
import { withoutCode } from './without-code.ts'

const markdown = new MarkdownIt({ html: true })
const EXAMPLES = join(import.meta.dirname, '../../../examples')

/** The lines that hold something and are code, as a parser of CommonMark has it. */
function parsedCode(text: string): number[] {
  const lines = new Set<number>()
  for (const { type, map } of markdown.parse(text, {}))
    if ((type === 'fence' || type === 'code_block') && map)
      for (let line = map[0]; line < map[1]; line += 1) lines.add(line)
  return withText(text, (_line, place) => lines.has(place))
}

function readCode(text: string): number[] {
  const kindOf = createLineReader()
  const kinds = text.split('\n').map(kindOf)
  return withText(text, (_line, place) => kinds[place] === 'code')
}

function withText(text: string, isCode: (line: string, place: number) => boolean): number[] {
  return text.split('\n').flatMap((line, place) => (line.trim() !== '' && isCode(line, place) ? [place] : []))
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

test('of inline code only the code goes', () => {
  for (const [text, rest] of [
    ['a `b` c', 'a     c'],
    ['a `` b ` c `` d', 'a             d'],
    ['`a', '`a'],
    ['`a\nb` c', '  \n   c'],
    ['\\`a `b`', '\\`a    '],
    ['<a title="`">`', '<a title="`">`'],
    ['<!-- ` --> `', '<!-- ` --> `'],
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
