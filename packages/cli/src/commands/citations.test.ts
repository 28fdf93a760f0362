import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCitations } from './citations.ts'

const A = 'a'.repeat(64)
const B = 'b1'.repeat(32)

test('citations are found wherever they stand, with their lines', () => {
  const text = [
    `See [saws](/objects/${A}), <https://press.example/objects/${B}> and /objects/${A}#use.`,
    '',
    `[saw]: /objects/${B} "Saws"`,
  ]
  for (const end of ['\n', '\r\n', '\r'])
    assert.deepEqual(findCitations('notes.md', text.join(end)), [
      { file: 'notes.md', line: 1, sha256: A, quotes: [] },
      { file: 'notes.md', line: 1, sha256: B, quotes: [] },
      { file: 'notes.md', line: 1, sha256: A, quotes: [] },
      { file: 'notes.md', line: 3, sha256: B, quotes: [] },
    ])
})

test('what only looks like a citation is none', () => {
  const cases = [
    `/objects/${A}0`,
    `/objects/${A.slice(1)}`,
    `/objects/${A.toUpperCase()}`,
    `/object/${A}`,
    `/objects/${A}z`,
    A,
  ]
  for (const text of cases) assert.deepEqual(findCitations('notes.md', text), [], text)
})

const QUOTED: readonly (readonly [text: string, quotes: readonly string[]])[] = [
  [`[saws](/objects/${A}#:~:text=cut%20along%20the%20grain)`, ['cut along the grain']],
  [`/objects/${A}#:~:text=before-,a%2C%20b,the%20end,-behind`, ['a, b', 'the end']],
  [`</objects/${A}#:~:text=one&text=two>`, ['one', 'two']],
  [`/objects/${A}#:~:text=%zz`, []],
  [`["Cut along the grain"](https://press.example/objects/${A})`, ['Cut along the grain']],
  [`He says “cut along the\ngrain” ([saws](/objects/${A})).`, ['cut along the\ngrain']],
  [`«Par le fil du bois», <https://press.example/objects/${A}>`, ['Par le fil du bois']],
  [`„Immer mit der Faser“ – /objects/${A}`, ['Immer mit der Faser']],
  [`"One two three" and "four five six": [x](/objects/${A})`, ['four five six']],
  [`"One two three" is what [saws](/objects/${A}) says`, []],
  [`"The saw" (/objects/${A})`, []],
  [`"One two three"\n\n[x](/objects/${A})`, []],
]

for (const [text, quotes] of QUOTED)
  test(`the quotations of ${text.replace(A, '<hash>')}`, () => {
    assert.deepEqual(
      findCitations('a.md', text).map((citation) => citation.quotes),
      [quotes],
    )
  })
