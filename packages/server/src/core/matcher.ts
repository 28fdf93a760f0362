import { stemOf } from './fold-word.ts'
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

/** Made once for a query, asked for each word. */
export function matcherOf(terms: readonly QueryTerm[]): Matcher {
  const wanted = terms.flatMap((term) => [term, ...term.parts])
  const initials = new Set(wanted.map((term) => term.raw.charAt(0)))
  const beginnings = beginningsOf(wanted)
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
      const answer = formsOf(written).some(isWanted)
      if (answers.size < REMEMBERED_WORDS) answers.set(written, answer)
      return answer
    },
  }
}

/** Every second letter. */
const ANY = -1

/**
 * By the code of a first letter, a bit for the lowest five of each second one that words of it have. Stemming leaves the
 * first letter alone, and the second of a stem that has three: but for `y`, which it writes as `i` (`dying`, `die`). So
 * most words of a text need not be folded at all.
 */
function beginningsOf(terms: readonly QueryTerm[]): Int32Array {
  const beginnings = new Int32Array(128)
  for (const { raw, stem } of terms) {
    const seconds = stem.length < SHORTEST_PREFIX ? ANY : secondsLike(raw) | secondsLike(stem)
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
