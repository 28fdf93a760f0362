import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { growth } from '../../test/support/growth.ts'
import { matcherOf } from '../search/analyse/matcher.ts'
import { analyseQuery } from '../search/analyse/terms.ts'
import { excerpt, MOST_EXCERPTED } from './excerpt.ts'

const matching = (query: string) => matcherOf(analyseQuery(query).terms)
const filler = (words: number) => Array.from({ length: words }, (_, i) => `filler${i % 7}`).join(' ')

test('a short text is given whole', () => {
  assert.equal(excerpt('A lease lasts five minutes.', matching('lease')), 'A lease lasts five minutes.')
  assert.equal(excerpt('', matching('lease')), '')
})

test('the excerpt lies around the words that match best together', () => {
  const text = `${filler(100)} one lease ${filler(200)} renew the lease before it expires ${filler(100)}`
  const found = excerpt(text, matching('lease renewal'))
  assert.match(found, /^….*renew the lease before it expires.*…$/)
  assert.ok(found.length <= 320 && found.length > 280)
})

test('scripts without spaces have excerpts too', () => {
  assert.ok(excerpt(`${'中'.repeat(1000)}東京${'中'.repeat(1000)}`, matching('東京')).includes('東京'))
})

test('a text without a match begins at its beginning', () => {
  assert.match(excerpt(filler(100), matching('lease')), /^filler0 .*filler\d…$/)
})

test('a match at the end of a text fills the excerpt from there', () => {
  const found = excerpt(`${filler(100)} lease`, matching('lease'))
  assert.ok(found.startsWith('…') && found.endsWith('lease') && found.length > 280)
})

test('ends fall between words, or between characters where there are no words', () => {
  assert.equal(excerpt('aaaa bbbb cccc', matching(''), 9), 'aaaa…')
  const flags = '👩🏽‍🚀'.repeat(100)
  assert.ok(
    excerpt(flags, matching(''))
      .replace(/…$/, '')
      .split('👩🏽‍🚀')
      .every((rest) => rest === ''),
  )
})

test('an excerpt never exceeds its limit, breaks a character or has double spaces', () => {
  const texts = fc.array(
    fc.constantFrom('a', 'lease', ' ', '  ', '\n', '😀', '\u0301', '\u200d', '東京', 'x'.repeat(50)),
    {
      maxLength: 300,
    },
  )
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 320 }), (parts, max) => {
      const found = excerpt(parts.join(''), matching('lease 東京'), max)
      assert.ok(found.length <= max && found.isWellFormed() && !/\s\s|\n/.test(found))
    }),
  )
})

test('the beginning of a long text has the excerpts of the whole', () => {
  const matches = matching('lease renewal')
  for (const before of [0, 20_000, 32_500, 32_760, 40_000])
    for (const after of [0, 400, 2000, 40_000]) {
      const text = `${'x'.repeat(before)} renew the lease ${'y '.repeat(after)}`
      assert.equal(excerpt(text.slice(0, MOST_EXCERPTED), matches), excerpt(text, matches))
    }
})

test('an excerpt of a long text takes no longer than that of its beginning', () => {
  const text = `${filler(200_000)} lease`
  const matches = matching('lease filler3')
  const make = (length: number) => {
    for (let i = 0; i < 25; i += 1) excerpt(text.slice(0, length), matches)
  }
  assert.ok(growth(make, 1 << 16, text.length) < 8)
})
