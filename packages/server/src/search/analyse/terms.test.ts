import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { analyseDocument } from '../../../test/support/analyse-document.ts'
import { matcherOf } from './matcher.ts'
import { analyseQuery, foldTitle, type QueryTerm } from './terms.ts'

const words = (text: string) => analyseDocument(text).map((token) => token.word)
const asked = (query: string) => analyseQuery(query).terms.map((term) => term.raw)

/** The matching rule of the doc comment, the slow way. */
function finds(query: string, text: string): boolean {
  const tokens = analyseDocument(text)
  const matches = (term: QueryTerm): boolean =>
    tokens.some(
      ({ stem, word }) => stem === term.stem || (term.prefix !== null && word.startsWith(term.prefix)),
    ) ||
    (term.parts.length > 0 && term.parts.every(matches))
  const { terms } = analyseQuery(query)
  return terms.length > 0 && terms.every(matches)
}

test('case, accents and width are folded', () => {
  assert.deepEqual(words('CAFÉ cafe\u0301 Straße ﬁne ＡＢＣ ΟΔΟΣ İstanbul Łódź'), [
    ...['cafe', 'cafe', 'strasse', 'fine', 'abc', 'οδοσ', 'istanbul', 'lodz'],
  ])
})

test('a word matches by its stem and, from three characters on, as a prefix', () => {
  assert.ok(finds('archives', 'an archive'))
  assert.ok(finds('generat', 'the next generation'))
  assert.ok(finds('gen', 'generation'))
  assert.equal(finds('ge', 'generation'), false)
  assert.equal(finds('eneration', 'generation'), false)
  assert.equal(finds('archive missing', 'an archive'), false)
})

test('stop words and question words are dropped unless nothing else is left', () => {
  assert.deepEqual(analyseQuery('How do I extract the archive?').dropped, ['How', 'do', 'I', 'the'])
  assert.deepEqual(asked("What's the tokens' lifetime"), ['tokens', 'lifetime'])
  assert.deepEqual(asked('to be or not to be'), ['to', 'be', 'or', 'not'])
  assert.deepEqual(analyseQuery('who').dropped, [])
  assert.ok(finds('to be', 'not to be'))
})

test('punctuation and operators have no meaning', () => {
  assert.deepEqual(asked('"lease" AND (NEAR* -title:x) OR ^a'), ['lease', 'near', 'titlex'])
  for (const query of ['', ' ', '...', '"', '*', '--', '\u0301', '\u200b', "'"]) {
    assert.deepEqual(analyseQuery(query), { terms: [], dropped: [] })
  }
})

test('compounds are found as written, written otherwise, and by their parts', () => {
  const text =
    'node:sqlite BEGIN IMMEDIATE FREQ=WEEKLY foo_bar O_DIRECT std::fmt::Display createServer RFC 5545 v1.2.3'
  for (const query of text.split(' ')) assert.ok(finds(query, text), query)
  for (const query of [
    'sqlite',
    'weekly',
    'bar',
    'direct',
    'fmt::Display',
    'create_server',
    'server',
    'v1.2',
  ]) {
    assert.ok(finds(query, text), query)
  }
  assert.equal(finds('v1.2.4', text), false)
  for (const text of ['email', 'E-Mail', 'e mail', 'e_mail']) assert.ok(finds('e-mail', text), text)
  assert.equal(finds('e-mail', 'e'), false)
  assert.ok(finds('no_std', 'no std') && finds('frontmatter', 'front-matter'))
})

test('a compound and its parts share a place', () => {
  assert.deepEqual(
    analyseDocument('see foo_bar now').map(({ word, position }) => [word, position]),
    [
      ['see', 0],
      ['foobar', 1],
      ['foo', 1],
      ['bar', 2],
      ['now', 3],
    ],
  )
})

test('long chains and blobs are found by their parts alone', () => {
  assert.deepEqual(
    words('https://a.example/b/c/d/e/f/g').filter((word) => word.length > 1),
    ['https', 'example'],
  )
  assert.deepEqual(words('aBcDeFgHiJkLmNoPqR'), ['abcdefghijklmnopqr'])
})

test('humps are parts, plurals of initials are not', () => {
  assert.deepEqual(words('HTMLParser URLs HashMap'), [
    'htmlparser',
    'html',
    'parser',
    'urls',
    'hashmap',
    'hash',
    'map',
  ])
})

test('one letter with ++ or # is a word of its own', () => {
  assert.deepEqual(words('C++, C# and F#; c+d a#b'), [
    'c++',
    'c#',
    'and',
    'f#',
    'cd',
    'c',
    'd',
    'ab',
    'a',
    'b',
  ])
  assert.ok(finds('c++', 'in C++.') && !finds('c++', 'in C.'))
})

test('apostrophes, possessives and mnemonics are part of the word', () => {
  assert.deepEqual(words("the user's don’t O'Neil 'quoted'"), ['the', 'user', 'dont', 'oneil', 'quoted'])
  assert.deepEqual(words('[c]reate, e[x]tract, a[i]'), ['create', 'extract', 'a', 'i'])
})

test('scripts without spaces are found by any stretch of them', () => {
  const text = '東京都でデータベースを使う ภาษาไทย'
  for (const query of ['東京', '京都', '都', 'データ', 'ﾃﾞｰﾀ', 'ไทย']) assert.ok(finds(query, text), query)
  assert.equal(finds('京東', text), false)
  assert.ok(finds('검색', '한국어 검색'))
})

test('titles and paths fold alike', () => {
  assert.equal(foldTitle("  The Node's—Guide: Foo_Bar "), 'the node guide foo bar')
  assert.equal(foldTitle('/rust-rfcs/0001-private-fields'), 'rust rfcs 0001 private fields')
  assert.equal(foldTitle('Café'), foldTitle('CAFE\u0301'))
})

test('the matcher answers for words as written', () => {
  const { matches } = matcherOf(analyseQuery('archives node:sqlite').terms)
  assert.deepEqual(['Archive', 'archived', 'SQLite', 'nodeSqlite', 'arch'].map(matches), [
    true,
    true,
    true,
    true,
    false,
  ])
})

test('the matcher agrees with analysis on any word', () => {
  const word = fc.array(fc.constantFrom(...'aAbBsSyYéÉß1東', 'ing', 'Map'), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(word, word, (wanted, written) => {
      const { terms } = analyseQuery(wanted.join(''))
      const isFound = analyseDocument(written.join('')).some((token) =>
        terms.some(
          ({ stem, prefix }) => stem === token.stem || (prefix !== null && token.word.startsWith(prefix)),
        ),
      )
      assert.equal(matcherOf(terms).matches(written.join('')), isFound)
    }),
    { numRuns: 500 },
  )
})

test('no word that matches is passed over by its first two letters', () => {
  const letters = fc.constantFrom(...'aaeiidyysl', 'ing', 'ed', 'ies', 'es')
  const word = fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
  const { mayBegin, matches } = matcherOf(analyseQuery('die').terms)
  const code = (text: string, at: number) => text.charCodeAt(at) || 0
  assert.ok(matches('dying') && mayBegin(code('dying', 0), code('dying', 1)))
  assert.ok(!mayBegin(code('dusk', 0), code('dusk', 1)))
  fc.assert(
    fc.property(word, word, (wanted, written) => {
      const matcher = matcherOf(analyseQuery(wanted).terms)
      if (matcher.matches(written)) assert.ok(matcher.mayBegin(code(written, 0), code(written, 1)))
    }),
    { numRuns: 2000 },
  )
})

test('words that are too long are cut alike on both sides', () => {
  const hash = 'ab'.repeat(32)
  assert.ok(finds(`${hash}-tail`, hash) === false && finds(`${hash}tail`, hash))
  assert.equal(words('é'.repeat(1000))[0]?.length, 64)
})

test('hostile text takes linear time', { timeout: 20_000 }, () => {
  const quarter = 1 << 18
  for (const text of ['x', 'a.', '1.', "a'", '[a]', 'a[', 'c+', 'aB', '\u00ad', '😀', '-', ' ']) {
    analyseDocument(text.repeat(quarter / text.length))
  }
  for (const marks of ['\u0301\u0323\u0334', '\u094d\u093c', '\u302a\u3099\u302d']) {
    for (const letter of ['e', '東', 'क']) analyseDocument(letter + marks.repeat(100_000))
  }
})

test('every word of any text finds that text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      if (analyseQuery(text).terms.length > 0) assert.ok(finds(text, `before ${text} after`))
    }),
  )
})

test('analysis gives words without spaces, whole characters and no end of stems', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const { stem, word } of analyseDocument(text)) {
        assert.ok(word !== '' && !/\s/.test(word) && word.isWellFormed() && [...word].length <= 64)
        assert.ok(stem !== '')
      }
    }),
  )
})
