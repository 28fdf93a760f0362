import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { codePointLength, hasText, isCleanLine } from '@colophon/contract'
import fc from 'fast-check'
import { readAuthoredFrontMatter } from './authored-front-matter.ts'
import { summaryOf, titleOf } from './markdown-source.ts'

const corpus = process.env.COLOPHON_CORPUS ?? join(import.meta.dirname, '../../../../../shared/corpus')

test('the title is that of the front matter before all', () => {
  assert.equal(titleOf({ title: ' Tides:\n a *guide* ' }, '# Other', 'x.md'), 'Tides: a *guide*')
  assert.equal(titleOf({ title: 2024 }, '# Other', 'x.md'), '2024')
  for (const title of ['', '\u200b', null, ['x'], {}])
    assert.equal(titleOf({ title }, '# Other', 'x.md'), 'Other')
})

test('else it is the first heading that says something', () => {
  const cases = [
    ['# The `tar` **command** ##\n', 'The tar command'],
    ['text\n\nTitle [x](y)\n-----\n\n# Later', 'Title x'],
    ['```sh\n# comment\n```\n\n## Real\n', 'Real'],
    ['#\n\n# ![logo](x.png)\n\n# Real', 'Real'],
    ['<!--\n# hidden\n-->\n# Real', 'Real'],
    ['# [Linked][ref]\n\n[ref]: x', 'Linked'],
  ]
  for (const [body, title] of cases) assert.equal(titleOf({}, body ?? '', 'x.md'), title)
})

test('else it is the name of the file, made readable', () => {
  const cases = [
    ['guides/first-steps.md', 'First steps'],
    ['0001-private-fields.md', '0001 private fields'],
    ['win\\dir\\some__name.MD', 'Some name'],
    ['[.md', '['],
    ['-.md', '-.md'],
    ['a\u0000b\n.md', 'A b'],
    ['.md', '.md'],
    ['', 'Untitled'],
    ['\u0000', 'Untitled'],
  ]
  for (const [name, title] of cases) assert.equal(titleOf({}, 'no heading', name ?? ''), title)
})

test('a first heading that names a part of any document is no title', () => {
  const body = '- Start Date: 2014-03-11\n\n## Summary\n\nText.\n\n## Motivation\n'
  assert.equal(titleOf({}, body, '0001-private-fields.md'), '0001 private fields')
  assert.equal(titleOf({}, '# Summary of tides\n', 'x.md'), 'Summary of tides')
})

test('the summary is that of the front matter before all', () => {
  assert.equal(summaryOf({ summary: 'Given,\n  in two lines.' }, 'Prose.'), 'Given, in two lines.')
  for (const summary of ['', null, ['x'], 7]) assert.equal(summaryOf({ summary }, 'Prose.'), 'Prose.')
})

test('else it is the first paragraph of plain prose', () => {
  const prose = 'A **bold** claim\nwith [a link](x).'
  const before = [
    '',
    '# Heading\n',
    '- Feature Name: x\n- Start Date: y\n\n',
    '> A quote.\n\n',
    '```\ncode\n```\n',
    '    code\n\n',
    '<!-- no\n\nno -->\n',
    '![image](x.png)\n\n',
    '[![badge](x)](y) <img src="z">\n\n',
    '`only code`\n\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
    'a | b\n--|--\n1 | 2\n\n',
    'Author: me\nDate: today\n\n',
    '---\n\n',
    '[summary]: #summary\n',
    '<div align="center">\nno\n</div>\n\n',
    'Setext\n------\n',
  ]
  for (const start of before)
    assert.equal(summaryOf({}, `${start}${prose}\n\nLater.`), 'A bold claim with a link.', start)
})

test('without prose it is the first quote, without that the first item', () => {
  const page =
    '# tar\n\n> Archiving utility.\n> More information: <https://x.example/tar>.\n\n- Create an archive:\n\n`tar cf {{file}}`\n'
  assert.equal(summaryOf({}, page), 'Archiving utility.')
  assert.equal(
    summaryOf({}, '# x\n\n> More information: <https://x.example/>.\n'),
    'More information: https://x.example/.',
  )
  assert.equal(summaryOf({}, '- Date: today\n- one *thing*\n- two\n'), 'one thing')
  for (const body of ['', '# Only\n', '```\ncode\n```\n', '![x](y)\n'])
    assert.equal(summaryOf({}, body), null)
})

test('long texts are cut at a word, with an ellipsis', () => {
  const title = titleOf({}, `# ${'word '.repeat(100)}`, 'x.md')
  assert.match(title, /^(word )+word…$/)
  assert.ok(codePointLength(title) <= 200)
  assert.equal(codePointLength(titleOf({ title: '\u{1f600}'.repeat(201) }, '', 'x.md')), 200)
  assert.equal(titleOf({ title: '\u{1f600}'.repeat(200) }, '', 'x.md'), '\u{1f600}'.repeat(200))
  assert.ok(codePointLength(summaryOf({}, 'word '.repeat(1000)) ?? '') <= 1000)
})

test('whatever the file, the title can be published, and the summary too where there is one', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '# ',
      '> ',
      '- ',
      '\n',
      '\n\n',
      '```\n',
      '---\n',
      '![',
      '](',
      '**',
      '\ud800',
      '\u0085',
      '&#8232;',
    ),
  )
  const source = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(source, source, (body, name) =>
      assertPublishable(titleOf({}, body, name), summaryOf({}, body)),
    ),
    { numRuns: 500 },
  )
})

test('every file of the corpus has a title and a summary', {
  skip: existsSync(corpus) ? false : 'no corpus: set COLOPHON_CORPUS',
}, () => {
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  assert.ok(files.length > 0)
  for (const name of files) {
    const { fields, body } = readAuthoredFrontMatter(readFileSync(join(corpus, name), 'utf8'))
    const summary = summaryOf({}, body)
    assertPublishable(titleOf(fields, body, name), summary)
    assert.notEqual(summary, null, name)
  }
})

function assertPublishable(title: string, summary: string | null): void {
  assert.ok(isCleanLine(title) && hasText(title) && codePointLength(title) <= 200, title)
  if (summary !== null)
    assert.ok(isCleanLine(summary) && hasText(summary) && codePointLength(summary) <= 1000, summary)
}
