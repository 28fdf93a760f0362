import { stem } from 'porter2'

/** Code points of a word that count; the rest is ignored in documents and queries alike. */
export const LONGEST_WORD = 64
/** Most words: what is folded already. */
export const PLAIN = /^[a-z0-9]+$/
const WITH_CAPITALS = /^[A-Za-z0-9]+$/
const STEMMABLE = /^[a-z]{3,}$/
const POSSESSIVE = /['\u2019]s$/i
/** Marks that a writer may leave out: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels. */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/gv
const NOT_IN_A_WORD = /[^\p{L}\p{N}\p{M}.+#]/gv
const UNDECOMPOSED = /[ßæœøđðþłħıς]/gv
const SPELLED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}

/** A word without case, accents, width and what is no part of it; empty where nothing is left. */
export function foldWord(written: string): string {
  const word = cutWord(written)
  if (PLAIN.test(word)) return word
  if (WITH_CAPITALS.test(word)) return word.toLowerCase()
  const bare = word.replace(POSSESSIVE, '').normalize('NFKD').toLowerCase().replace(ACCENTS, '')
  const spelled = bare.replace(UNDECOMPOSED, (letter) => SPELLED[letter] ?? letter)
  return cutWord(spelled.normalize('NFC').replace(NOT_IN_A_WORD, ''))
}

/** At most `LONGEST_WORD` code points of it. */
export function cutWord(word: string): string {
  if (word.length <= LONGEST_WORD) return word
  return [...word.slice(0, 2 * LONGEST_WORD)].slice(0, LONGEST_WORD).join('')
}

/** Stems are English; a word with other letters or digits is its own. */
export function stemOf(word: string): string {
  return STEMMABLE.test(word) ? stem(word) : word
}
