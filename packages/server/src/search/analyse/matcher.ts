import { stemOf } from './fold-word.ts'
import { foreignStems } from './foreign-stems.ts'
import { formsOf, type QueryTerm, SHORTEST_PREFIX } from './terms.ts'

const REMEMBERED_WORDS = 100_000

/** What of a text belongs to what a query asks for. */
export interface Matcher {
  matches(written: string): boolean
  /**
   * Whether a word can match that is one ASCII letter or digit and goes on in small ones, by the codes of its first
   * two; 0 where there is no second.
   */
  mayBegin(first: number, second: number): boolean
}

/** Made once for a query and the languages that a text may be in beside English, asked for each word. */
export function matcherOf(terms: readonly QueryTerm[], languages = 0): Matcher {
  const wanted = terms.flatMap((term) => [term, ...term.parts])
  const initials = new Set(wanted.map((term) => term.raw.charAt(0)))
  const beginnings = beginningsOf(wanted, languages)
  const foreign = foreignOf(wanted, languages)
  const answers = new Map<string, boolean>()
  const isWanted = (word: string) =>
    initials.has(word.charAt(0)) &&
    wanted.some(({ stem, prefix }) => stem === stemOf(word) || (prefix !== null && word.startsWith(prefix)))
  return {
    mayBegin: (first, second) => {
      const seconds = beginnings[first] ?? 0
      return seconds === ANY || (seconds & (1 << (second & 31))) !== 0
    },
    matches(written) {
      const known = answers.get(written)
      if (known !== undefined) return known
      const isForeign = () => foreignStems(languages, written).some((stem) => foreign.has(keyOf(stem)))
      const answer = formsOf(written).some(isWanted) || (languages !== 0 && isForeign())
      if (answers.size < REMEMBERED_WORDS) answers.set(written, answer)
      return answer
    },
  }
}

function foreignOf(terms: readonly QueryTerm[], languages: number): ReadonlySet<string> {
  return new Set(terms.flatMap(({ written }) => foreignStems(languages, written).map(keyOf)))
}

function keyOf({ language, stem }: { language: number; stem: string }): string {
  return `${language}:${stem}`
}

/** Every second letter. */
const ANY = -1

/**
 * By the code of a first letter, a bit for the lowest five of each second one that words of it have. Stemming leaves the
 * first letter alone, and the second of a stem that has three: but for `y`, which it writes as `i` (`dying`, `die`). So
 * most words of a text need not be folded at all. Other languages leave only the first letter alone.
 */
function beginningsOf(terms: readonly QueryTerm[], languages: number): Int32Array {
  const beginnings = new Int32Array(128)
  for (const { raw, stem } of terms) {
    const seconds =
      languages !== 0 || stem.length < SHORTEST_PREFIX ? ANY : secondsLike(raw) | secondsLike(stem)
    const initial = raw.charAt(0)
    for (const letter of [initial, initial.toUpperCase()]) {
      const code = letter.charCodeAt(0)
      if (code < 128) beginnings[code] = (beginnings[code] ?? 0) | seconds
    }
  }
  return beginnings
}

function secondsLike(word: string): number {
  const bit = (letter: string) => 1 << (letter.charCodeAt(0) & 31)
  const second = word.charAt(1)
  return second === 'i' || second === 'y' ? bit('i') | bit('y') : bit(second)
}
