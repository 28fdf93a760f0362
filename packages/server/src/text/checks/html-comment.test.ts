import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedText } from './finding.ts'
import { htmlComment } from './html-comment.ts'

function places(text: string): number[] {
  return [...htmlComment(checkedText(text, 'https://press.example'))].map(({ at }) => at)
}

for (const [name, text, at] of [
  ['a comment', 'a <!-- b --> c', [2]],
  ['two of them', '<!-- a --><!-- b -->', [0, 10]],
  ['one over lines', 'a\n<!-- b\nc\n-->\n', [2]],
  ['one within another', '<!-- a <!-- b -->', [0]],
  ['one that never ends', 'a <!-- b\n\nc', [2]],
  ['the shortest', '<!-->', [0]],
  ['one with a fence in it', '<!--\n```\n<!-- x -->\n```\n-->\n', [0]],
  ['one behind a comment with a mark of code in it', '<!--\n```\n-->\n<!-- x -->\n', [0, 13]],
  ['one in a quote', '> <!-- a -->', [2]],
  ['one that is deep in a list', '- a\n\n    <!-- b -->\n', [9]],
  ['one behind an escaped backslash', '\\\\<!-- a -->', [2]],
  ['one between backticks that are no pair', '`` <!-- a --> `', [3]],
  ['one between backticks of two paragraphs', '`\n\n<!-- a -->\n\n`', [3]],
  ['one between escaped backticks', '\\` <!-- a --> \\`', [3]],
  ['one in the rows of a table', '|a `|\n|-|\n|<!-- b --> `|', [11]],
  ['one behind the end of a quote with a fence', '> ```\n<!-- a -->\n', [6]],
  ['one behind the end of an item with a fence', '- ```\n  x\n<!-- a -->\n', [10]],
] as const)
  test(`${name} is found`, () => assert.deepEqual(places(text), at))

for (const [name, text] of [
  ['in a fence', '```html\n<!-- a -->\n```\n'],
  ['in a fence of tildes', '~~~\n<!-- a -->\n~~~\n'],
  ['in a fence without an end', '```\n<!-- a -->\n'],
  ['in a fence of an item', '- a\n\n  ```\n  <!-- b -->\n  ```\n'],
  ['in a fence of a quote', '> ```\n> <!-- b -->\n> ```\n'],
  ['in indented code', 'a\n\n    <!-- b -->\n'],
  ['in inline code', 'Write `<!-- a -->` there.'],
  ['in inline code of two backticks', 'Write `` <!-- ` --> `` there.'],
  ['in inline code over lines', 'Write `<!--\na -->` there.'],
  ['escaped', 'a \\<!-- b -->'],
  ['as entities', '&lt;!-- a -->'],
  ['as an arrow', 'a <-- b <- c --> d'],
] as const)
  test(`a comment ${name} is none`, () => assert.deepEqual(places(text), []))
