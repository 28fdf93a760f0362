import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { corpusFolder, corpusMissing } from '../../packages/server/test/support/corpus.ts'
import { queryOf } from './ask.ts'
import { openCollections, readersQuestions } from './collections.ts'
import { anyOf } from './fts.ts'
import { isOneOf } from './reading.ts'

const skip = corpusMissing('rust-rfcs')

test('readers ask sixty different questions, half of them about each of two folders', () => {
  const questions = readersQuestions()
  assert.equal(new Set(questions.map(({ text }) => text)).size, 60)
  const folders = questions.map(({ answers }) => [...answers.keys()][0]?.split('/')[0])
  assert.equal(folders.filter((folder) => folder === 'rust-rfcs').length, 30)
  assert.equal(folders.filter((folder) => folder === 'tldr').length, 30)
})

test('every file that answers a question is there, with the headings that are named', { skip }, () => {
  for (const { answers } of readersQuestions())
    for (const [file, headings] of answers) {
      assert.ok(existsSync(join(corpusFolder, file)), file)
      const lines = readFileSync(join(corpusFolder, file), 'utf8').match(/^#+ .*$/gm) ?? []
      const present = lines.map((line) => line.replace(/^#+ +/, ''))
      for (const heading of headings) assert.ok(isOneOf(heading, present), `${file}: ${heading}`)
    }
})

test('a folder that is missing leaves out its sets and says so', () => {
  const { collections, missing } = openCollections('/nowhere', ['cranfield'])
  assert.deepEqual(collections, [])
  assert.deepEqual(missing, ['no folder questions/cranfield in /nowhere: set COLOPHON_CORPUS'])
})

test('a question that is longer than a query may be loses whole words', () => {
  const long = `${'word '.repeat(39)}sixth seventh`
  assert.equal(decodeURIComponent(queryOf(long)), `${'word '.repeat(39)}sixth`)
  assert.equal(decodeURIComponent(queryOf('what is a "press"?')), 'what is a "press"?')
})

test('nothing of a question is an operator of FTS5', () => {
  assert.equal(
    anyOf('when NOT to use a-b* "quoted" AND when'),
    '"when" OR "NOT" OR "to" OR "use" OR "a" OR "b" OR "quoted" OR "AND"',
  )
  assert.equal(anyOf('?!'), '')
})
