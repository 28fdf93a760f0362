import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readBlocks } from './markdown-blocks.ts'

const kinds = (source: string) => readBlocks(source).blocks.map(({ kind, text }) => `${kind}: ${text}`)

test('headings, paragraphs, quotes, items and tables come in their order', () => {
  const source =
    '# One ##\nprose\nmore\n\nTwo\n===\n> quote\n> more\nlazy\n\n- item\n  more\n2) other\n\n| a |\n|---|\n'
  assert.deepEqual(kinds(source), [
    'heading: One',
    'prose: prose\nmore',
    'heading: Two',
    'quote: quote\nmore\nlazy',
    'item: item\nmore',
    'item: other',
  ])
})

test('what only looks like a mark is prose', () => {
  const sources = ['#hashtag', '1986. A year', '-5 degrees', '####### seven', '*emphasis*', '>']
  assert.deepEqual(
    sources.map((source) => kinds(`x\n${source}`)[0]),
    [
      'prose: x\n#hashtag',
      'prose: x\n1986. A year',
      'prose: x\n-5 degrees',
      'prose: x\n####### seven',
      'prose: x\n*emphasis*',
      'prose: x',
    ],
  )
})

test('code, comments, HTML, rules and link definitions are left out', () => {
  const hidden = [
    '```js\n# no\n```',
    '~~~~\n```\n# no\n~~~\n~~~~',
    '  ```\n# no\n  ```',
    '<!-- # no\n\n# no -->',
    '<!-- one line -->',
    '<div>\n# no\n</div>',
    '***',
    '- - -',
    '[a]: #no',
    '```\nnever closed\n# no',
  ]
  for (const source of hidden) assert.deepEqual(kinds(`a\n\n${source}\n`), ['prose: a'], source)
  assert.deepEqual(kinds('<!-- x -->\nb\n```` ``` ````\n\n</div>\nno\n\nc'), [
    'prose: b\n```` ``` ````',
    'prose: c',
  ])
})

test('indented code is left out, a later paragraph of an item is none of its own', () => {
  assert.deepEqual(kinds('    code\n\n- a\n\n  b\n\nc'), ['item: a', 'item-rest: b', 'prose: c'])
})

test('every line of letters but those of code ends up in some block, once', () => {
  const line = fc.constantFrom('', 'a', 'b c', '# d', '> e', '- f', '1. g', '===', '---')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const letters = (text: string) => text.replace(/[^a-h]/g, '')
      const read = readBlocks(lines.join('\n')).blocks.map((block) => letters(block.text))
      assert.equal(read.join(''), letters(lines.join('')))
    }),
  )
})
