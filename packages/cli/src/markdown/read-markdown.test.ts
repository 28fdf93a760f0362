import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHeadings, readMarkdown } from './read-markdown.ts'

function briefly(body: string): string[] {
  return readMarkdown(body).blocks.map(
    ({ kind, level, within, startLine, endLine, text }) =>
      `${[...within, kind].join('>')}${level || ''} ${startLine}-${endLine} ${text}`,
  )
}

test('blocks come in their order, with their lines, their words and what they stand in', () => {
  const body = [
    ...['# *One* #', '', 'two', 'three', '', '- four', '', '  > five', '', 'Six', '---', ''],
    ...[
      '| a | b |',
      '|---|---|',
      '| c | `d` |',
      '',
      '```js',
      'e  *f*',
      '```',
      '',
      '    g',
      '',
      '***',
      '',
      '[h]: /i/j',
      '',
    ],
  ].join('\n')
  assert.deepEqual(briefly(body), [
    'heading1 0-1 One',
    'paragraph 2-4 two three',
    'item>paragraph 5-6 four',
    'item>quote>paragraph 7-8 five',
    'heading2 9-11 Six',
    'table 12-15 a b c d',
    'code 16-19 e *f*',
    'code 20-21 g',
    'rule 22-23 ',
  ])
})

test('what is nested too deep to be shown as Markdown is one block, as it is written', () => {
  assert.deepEqual(briefly(`${'> '.repeat(80)}# x\n`), [`code 0-2 ${'> '.repeat(80)}# x`])
})

test('a body divided at its headings is whole, in units and in bytes', () => {
  const body = 'é\r\n\r\n# 😀 a\r\n\r\nb\r\n\r\nC\r\n===\r\n\r\nd'
  const { headings } = readMarkdown(body)
  assert.deepEqual(
    headings.map(({ level, text, start, startByte }) => [
      level,
      text,
      body.slice(start, start + 1),
      startByte,
    ]),
    [
      [1, '😀 a', '#', 6],
      [1, 'C', 'C', 23],
    ],
  )
  assert.deepEqual(
    readHeadings(body).map(({ start }) => start),
    headings.map(({ start }) => start),
  )
})
