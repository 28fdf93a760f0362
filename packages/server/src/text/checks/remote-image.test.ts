import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedText } from './finding.ts'
import { imageInHtml, imageInMarkdown } from './remote-image.ts'

function places(text: string): number[] {
  const checked = checkedText(text, 'https://press.example')
  return [...imageInMarkdown(checked), ...imageInHtml(checked)].map(({ at }) => at)
}

for (const [name, text, at] of [
  ['an image', 'a ![b](https://x.example/c.png)', [2]],
  ['one without words', '![](http://x.example/c.png)', [0]],
  ['one with a title', '![a](https://x.example/c.png "d")', [0]],
  ['one in a link', '[![a](https://x.example/b.svg)](https://x.example)', [1]],
  ['one whose words have brackets', '![a [b] c](https://x.example/c.png)', [0]],
  ['one in angle brackets', '![a](<https://x.example/c d.png>)', [0]],
  ['one with its target on the next line', '![a](\nhttps://x.example/c.png)', [0]],
  ['one without a scheme', '![a](//x.example/c.png)', [0]],
  ['one with backslashes', '![a](/\\x.example/c.png)', [0]],
  ['one in capitals', '![a](HTTPS://X.example/c.png)', [0]],
  ['one with an escape', '![a](https\\://x.example/c.png)', [0]],
  ['one with entities', '![a](&#104;ttps&colon;//x.example/c.png)', [0]],
  ['one whose host begins like the press', '![a](https://press.example.x.example/c.png)', [0]],
  ['one that names the press as its user', '![a](https://press.example@x.example/c.png)', [0]],
  ['one by another scheme of the press', '![a](http://press.example/c.png)', [0]],
  ['one by reference', '![a][B  c]\n\n[b c]: https://x.example/c.png\n', [0]],
  ['one by a short reference', '![a]\n\n[a]: <https://x.example/c.png>\n', [0]],
  ['one by an empty label', '![a][]\n\n> [a]:\n> https://x.example/c.png\n', [0]],
  ['one behind a line that only looks like a table', 'intro\n\n|\n\t![x](https://x.example/c.png)\n', [10]],
  ['one in a cell', '|a|b|\n|-|-|\n|\\|| ![x](https://x.example/c.png)|', [17]],
  ['HTML', 'a <img src="https://x.example/c.png">', [2]],
  ['HTML in capitals, without quotes', '<IMG ALT=a SRC=//x.example/c.png>', [0]],
  ['HTML over lines', "<img\n  src='https://x.example/c.png'\n/>", [0]],
  ['HTML with a bracket in its words', '<img alt="a > b" src="https://x.example/c.png">', [0]],
  ['a set of sources', '<img src="a.png" srcset="/b.png 1x, https://x.example/c.png 2x">', [0]],
  ['a source', '<picture><source srcset="https://x.example/c.png"></picture>', [9]],
  ['HTML with a tab in its scheme', '<img src="ht\ttps://x.example/c.png">', [0]],
] as const)
  test(`${name} is found`, () => assert.deepEqual(places(text), at))

for (const [name, text] of [
  ['a link', '[a](https://x.example/c.png) and https://x.example'],
  ['an object of the press', `![a](/objects/${'a'.repeat(64)})`],
  ['an address of the press', '![a](https://press.example/c.png)'],
  ['one of the press in capitals', '![a](HTTPS://PRESS.example/c.png)'],
  ['a file beside it', '![a](images/b.png) ![c](../d.png)'],
  ['an image that is its data', '![a](data:image/png;base64,AAAA)'],
  ['an image in code', '`![a](https://x.example/b.png)`\n\n```\n<img src="https://x.example/c.png">\n```\n'],
  ['an escaped image', '\\![a\\](https://x.example/c.png)'],
  ['a label that is not defined', '![a][b]'],
  ['a reference to the press', '![a]\n\n[a]: /objects/b\n'],
  ['brackets of two paragraphs', '![a\n\nb](https://x.example/c.png)'],
  ['HTML without a source', '<img alt="https://x.example">'],
  ['HTML of the press', '<img src="/c.png">'],
  ['another attribute', '<img data-src-x="https://x.example/c.png">'],
] as const)
  test(`${name} is no remote image`, () => assert.deepEqual(places(text), []))
