import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyseQuery } from '../analyse/terms.ts'
import { termsOfText } from '../index/document.ts'
import { documentOfRow, documentRowOf } from './document-rows.ts'
import { marksOf } from './document-words.ts'
import { blockQuery, vectorOf, wantedBy } from './lexemes.ts'

const ALL_LANGUAGES = 0x7fff
const BLOCK = { topic: 71, block: 2 }

function indexedDocumentOf(body: string, title = 'Title') {
  const facts = { entryId: '00000000-0000-4000-8000-000000000000', mode: 'direct' as const }
  return {
    ...facts,
    refreshAfter: Number.POSITIVE_INFINITY,
    ...termsOfText({ title, path: '/t/a-path', summary: 'Sum', body }),
  }
}

const TEXTS = [
  'Configured configurations of e-mail, C++ and 1.2.3 in the end: ends, ending, endings.',
  'Die Maschinen werden mit den Häusern und der Straße in der Stadt nicht gebaut, und das ist gut.',
  '東京都の検索エンジンは速い',
  "It's O_DIRECT and std::fmt's \\ 'quoted' back`ticks`",
]

for (const text of TEXTS)
  test(`a document of ${text.slice(0, 20)} is read back as it was written`, () => {
    const document = indexedDocumentOf(text)
    const read = documentOfRow(documentRowOf(document), null)
    assert.deepEqual(
      { ...read, words: new Map(read.words), foreign: withStems(read.foreign) },
      { ...document, foreign: withStems(document.foreign) },
    )
  })

function withStems(foreign: ReadonlyMap<string, readonly number[]>) {
  return new Map([...foreign].filter(([, numbers]) => numbers.length > 0))
}

const ASKED: [query: string, text: number, found: string[]][] = [
  ['config', 0, ['configurations', 'configured']],
  ['ends', 0, ['end', 'ending', 'endings', 'ends']],
  ['e-mail', 0, ['email', 'e', 'mail']],
  ['in', 0, ['in']],
  ['Maschine', 1, ['maschinen']],
  ['nothing', 0, []],
]
for (const [query, text, found] of ASKED)
  test(`of a document the words that "${query}" means are read`, () => {
    const marks = marksOf(analyseQuery(query).terms, ALL_LANGUAGES)
    const { words } = documentOfRow(documentRowOf(indexedDocumentOf(TEXTS[text] ?? '')), marks)
    assert.deepEqual([...words.keys()].sort(), found.sort())
  })

test('keys begin with the block of their document', () => {
  const { vector, cuts } = vectorOf(indexedDocumentOf("the cat's ends"), BLOCK)
  assert.equal(cuts, 0)
  assert.ok(vector.split(' ').every((key) => key.startsWith("'1z.2:")))
  const query = (text: string) =>
    analyseQuery(text).terms.map((term) => blockQuery(wantedBy(term, 0), BLOCK, cuts))
  assert.deepEqual(query('ends'), ["('1z.2:ends':* | '1z.2:=end' | '1z.2:end')"])
  assert.deepEqual(query('e-mail'), [
    "('1z.2:email':* | '1z.2:=email' | (('1z.2:=e' | '1z.2:e') & ('1z.2:mail':* | '1z.2:=mail')))",
  ])
})

test('a document with too many words has keys that are cut, and a query asks for both', () => {
  const body = Array.from({ length: 80_000 }, (_, i) => `w${i}word`).join(' ')
  const { vector, cuts } = vectorOf(indexedDocumentOf(body), BLOCK)
  assert.equal(cuts, 1)
  assert.ok(vector.length < 1_500_000)
  const keys = new Set(vector.split(' '))
  for (const key of ["'1z.2:!6'", "'1z.2:w79999'", "'1z.2:title'"]) assert.ok(keys.has(key), key)
  const [term] = analyseQuery('w79999wo').terms
  assert.ok(term)
  assert.equal(
    blockQuery(wantedBy(term, 0), BLOCK, cuts),
    "('1z.2:w79999wo':* | '1z.2:=w79999wo') | '1z.2:!6' & ('1z.2:w79999' | '1z.2:=w79999')",
  )
  const [short] = analyseQuery('w14').terms
  assert.ok(short && blockQuery(wantedBy(short, 0), BLOCK, cuts).endsWith("('1z.2:w14':* | '1z.2:=w14')"))
})
