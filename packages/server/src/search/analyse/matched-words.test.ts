import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchedWords } from './matched-words.ts'
import { analyseQuery } from './terms.ts'

/** The text with what a query marks in brackets. */
function marked(query: string, text: string): string {
  const spans = matchedWords(text, analyseQuery(query).terms)
  return spans.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)}[${left.slice(start, end)}]${left.slice(end)}`,
    text,
  )
}

for (const [query, text, expected] of [
  ['lease', 'A lease, two Leases; a release.', 'A [lease], two [Leases]; a release.'],
  ['renewal', 'Renew the lease before it renews.', '[Renew] the lease before it [renews].'],
  ['gen', 'The next generation is genial.', 'The next [generation] is [genial].'],
  ['the lease', 'The lease of the press.', 'The [lease] of the press.'],
  ['cafe', 'Le CAFÉ, le cafe\u0301.', 'Le [CAFÉ], le [cafe\u0301].'],
  ['e-mail', 'An e-mail, an email and an E-Mail.', 'An [e]-[mail], an [email] and an [E]-[Mail].'],
  ['e-mail', 'Vitamin E, e.g. in nuts.', 'Vitamin E, e.g. in nuts.'],
  ['email', 'An e-mail.', 'An [e-mail].'],
  ['mail', 'An e-mail in a mail-box.', 'An e-[mail] in a [mail]-box.'],
  ['parser', 'The HTMLParser parses.', 'The [HTMLParser] parses.'],
  ["don't", "They don't; don is a name.", "They [don't]; don is a name."],
  ['c++', 'C++ and C.', '[C++] and C.'],
  ['1.2.3', 'Since 1.2.3, not 1.2.', 'Since [1.2.3], not 1.2.'],
  ['東京', '中東京都中、東中京', '中[東京]都中、東中京'],
  ['東', '中東京都', '中[東]京都'],
  ['東京都', '東京と京都。', '[東京]と[京都]。'],
  ['iphone', 'iPhone用', '[iPhone]用'],
  ['用', 'iPhone用', 'iPhone[用]'],
  ['', 'Nothing is asked for.', 'Nothing is asked for.'],
  ['lease', '', ''],
] as const)
  test(`"${query}" in "${text}"`, () => assert.equal(marked(query, text), expected))

test('spans are within the text, in order, apart, and break no character', () => {
  const parts = fc.constantFrom(
    ...[
      'lease',
      'e-mail',
      ' ',
      '-',
      '.',
      "'",
      '+',
      '東',
      '京',
      'か\u3099',
      '\u0301',
      '\u200d',
      '😀',
      'İ',
      '𠮷',
    ],
  )
  const texts = fc.array(parts, { maxLength: 40 }).map((found) => found.join(''))
  fc.assert(
    fc.property(texts, texts, (query, text) => {
      let last = -1
      for (const { start, end } of matchedWords(text, analyseQuery(query).terms)) {
        assert.ok(start > last && end > start && end <= text.length)
        assert.ok(text.slice(start, end).isWellFormed())
        last = end
      }
    }),
  )
})
