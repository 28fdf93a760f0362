import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedText } from './finding.ts'
import { hiddenUnicode } from './hidden-unicode.ts'

function found(text: string) {
  return [...hiddenUnicode(checkedText(text, 'https://press.example'))]
}

const tags = (word: string) => Array.from(word, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0)))

for (const [name, text, level = 'warning'] of [
  ['a zero-width space between letters', 'in\u200bstruction'],
  ['a zero-width space between words', 'one \u200btwo'],
  ['a word joiner', 'one\u2060two'],
  ['an invisible operator', 'one\u2062two'],
  ['a byte order mark within', 'one\ufefftwo'],
  ['a joiner between Latin letters', 'one\u200dtwo'],
  ['a non-joiner between Latin letters', 'one\u200ctwo'],
  ['a non-joiner behind a Latin letter with its accent apart', 'u\u0308\u200cb'],
  ['a mark of direction near such a letter', 'u\u0308b \u200e abc'],
  ['several non-joiners between Persian letters', 'می\u200c\u200cخواهم'],
  ['joiners that carry bits behind an emoji', '👍\u200d\u200d\u200c'],
  ['an override of direction', 'a\u202eb\u202c'],
  ['an isolate', 'a\u2066b\u2069'],
  ['a mark of direction among Latin letters', 'a\u200fb'],
  ['the Arabic mark of direction among Latin letters', 'pay 100\u061c200 dollars'],
  ['several marks of direction among Hebrew letters', 'א\u200e\u200f\u200eב'],
  ['tags', `a${tags('ignore').join('')}`],
  ['tags behind a flag that are no name', `🏴${tags('ignore all of it').join('')}\u{e007f}`],
  ['tags behind a flag without an end', `🏴${tags('gbeng').join('')}`],
  ['a run of variation selectors', '👍\ufe0f\ufe01\ufe02'],
  ['a run of the other variation selectors', '👍\u{e0101}\u{e0132}'],
  ['a variation selector behind a letter', 'a\ufe01'],
  ['a run of soft hyphens', 'co\u00ad\u00adoperate'],
  ['a filler of Hangul', 'a\u3164b'],
  ['a grapheme joiner between letters', 'a\u034fb'],
  ['a vowel separator among Latin letters', 'a\u180eb'],
  ['an annotation anchor', 'a\ufff9b'],
  ['an unassigned character that is not shown', 'a\u{e0fff}b'],
  ['a character for private use', 'a\ue000b', 'notice'],
  ['one for private use of a higher plane', 'a\u{100000}b', 'notice'],
] as const)
  test(`${name} is found`, () => {
    assert.equal(found(text)[0]?.level, level)
  })

for (const [name, text] of [
  ['plain text', 'A saw cuts wood.\n\n\tIt is sharp.'],
  ['accents, composed and not', 'é e\u0301 ñ Ångström'],
  ['typographic marks', '“A” – ‘b’… «c» 5\u00a0% a\u2009b'],
  ['a family', '👩‍👩‍👧 and 👨🏽‍💻'],
  ['an emoji with its selector', '❤️ ☎︎ ℹ️ 1️⃣ ©️'],
  ['a couple with a heart', '👩‍❤️‍👨'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['flags of countries', '🇩🇪🇫🇷'],
  [
    'flags of parts of a country',
    `🏴${tags('gbeng').join('')}\u{e007f} 🏴${tags('gbsct').join('')}\u{e007f}`,
  ],
  ['Persian with a non-joiner', 'می\u200cخواهم کتاب\u200cها'],
  ['Devanagari with joiners', 'क्\u200dष र्\u200dय क्\u200cष'],
  ['Malayalam with a joiner', 'അവന്\u200d'],
  ['Sinhala with a joiner', 'ශ්\u200dරී'],
  ['Thai with breaks', 'ภาษา\u200bไทย'],
  ['Khmer with breaks', 'ភាសា\u200bខ្មែរ'],
  ['Hebrew with a mark of direction', 'שלום\u200f! 5\u200eא'],
  ['Hebrew with a mark behind a name', 'C++\u200f הוא שפה'],
  ['Arabic with its mark of direction', 'رقم \u061c-5'],
  ['an ideograph with a variant', '葛\u{e0100}城'],
  ['Mongolian with a selector', 'ᠮᠣᠩᠭᠣᠯ\u180b'],
  ['old Hangul with a filler', '\u115fᆞ'],
  ['a hyphen that is soft', 'co\u00adoperate'],
  ['a byte order mark that begins a text', '\ufeffA saw'],
] as const)
  test(`${name} has nothing hidden`, () => {
    assert.deepEqual(found(text), [])
  })

test('the place of a hidden character counts units, also behind characters of two', () => {
  assert.deepEqual(
    found('😀😀a\u200bb').map(({ at }) => at),
    [5],
  )
})

test('what is said names the kind', () => {
  const says = ['a\u200bb', 'a\u202eb', 'a\u{e0041}', 'a\ufe01', 'a\ue000'].map(
    (text) => found(text)[0]?.says,
  )
  assert.equal(new Set(says).size, 5)
})
