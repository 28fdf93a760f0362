import { stem } from 'porter2'

/**
 * The one analyser of search: documents and queries, on every engine, go through here and nowhere else.
 *
 * **Words.** A word is a run of letters, digits and marks; an apostrophe between letters and a dot between
 * digits belong to it (`don't`, `1.2.3`), and so do the brackets of a mnemonic (`e[x]tract`). One letter with
 * `++` or `#` is a word (`C++`, `C#`). Case, accents and width are folded. Scripts written without spaces
 * are taken character by character and pair by pair, because a dictionary would cut the same text
 * differently in another context or another version of ICU.
 *
 * **Compounds.** Words joined by punctuation alone (`node:sqlite`, `front-matter`, `O_DIRECT`, `std::fmt`) are
 * words of their own, and so is the compound, written together (`nodesqlite`). The same goes for the humps
 * of `camelCase`, in documents only.
 *
 * **Matching.** A word of a query matches a document that has a word with the same stem or, from three
 * characters on, a word that begins with it. A compound matches a document that has it written together or
 * that has all of its parts, so `e-mail` finds `email`, `E-Mail` and `e mail`. A document matches a query when
 * every term does. That the parts stand side by side is a matter of rank: only then does the document have
 * the compound's own, rarer, word.
 *
 * Everything here is linear in the text. Words are cut at `LONGEST_WORD` before they are folded, and nothing
 * longer is ever normalised: `normalize` puts marks in order by insertion, which takes 1 MiB of them minutes.
 */
export interface Token {
  stem: string
  /** The word as written, folded: what a prefix is compared with. */
  word: string
  /** 0, 1, 2 ... by written word; a compound and the parts of a word share the place where they begin. */
  position: number
}

export interface QueryTerm {
  /** The word, folded. */
  raw: string
  stem: string
  /** What a document's word may begin with instead; null where the word is too short for that. */
  prefix: string | null
  /** The parts of a compound, which match in its place when all of them do; else empty. */
  parts: QueryTerm[]
}

interface AnalysedQuery {
  /** Every one of these must match; empty finds nothing. */
  terms: QueryTerm[]
  /** Stop words that were left out, folded. */
  dropped: string[]
}

/** Code points of a word that count; the rest is ignored in documents and queries alike. */
const LONGEST_WORD = 64
const SHORTEST_PREFIX = 3
/** Longer chains of words are paths, addresses and data: only their parts are indexed. */
const MOST_PARTS = 6
/** As many words as the 200 characters of a query hold with spaces between them. */
const MOST_TERMS = 100
const REMEMBERED_WORDS = 100_000

const RUN = /[[\p{L}\p{N}\p{M}\p{Cf}]--[\u200b]]+/gv
/** Letters of scripts without spaces. By script, not by extension: that would take in Latin accents. */
const UNSPACED =
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc\uff70\u3099\u309a\uff9e\uff9f]+)/v
/** A kana with its voicing mark, or any one letter. */
const VOICED = /.[\u3099\u309a\uff9e\uff9f]?/gsv
const PLAIN = /^[a-z0-9]+$/
const WITH_CAPITALS = /^[A-Za-z0-9]+$/
const STEMMABLE = /^[a-z]{3,}$/
const LETTER = /^\p{L}$/v
const DIGIT = /^\d$/
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
/** What may stand between the parts of a compound. */
const JOINS = new Set([
  '-',
  '\u2010',
  '\u2011',
  '_',
  '.',
  ':',
  '/',
  '\\',
  '=',
  '@',
  '+',
  '&',
  '~',
  '#',
  '::',
  '->',
])
/** Two small letters after the last capital: `URLs` has no humps, `HTMLParser` has two. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/v

const STOP_WORDS = new Set(
  `a about am an and any are arent as at be been being but by can cant could couldnt did didnt do does doesnt
  doing dont for from had has hasnt have havent having he her here hers him his how i if im in into is isnt it
  its ive lets may me might must my no nor not of on or our ours shall she should shouldnt so some such than
  that thats the their theirs them then there these they theyre this those to too us was wasnt we were werent
  what when where wherever whether which while who whom whose why will with without wont would wouldnt you
  your youre yours`.split(/\s+/),
)

/** Every word of a document, its compounds and the parts of its words, in the order of the text. */
export function analyseDocument(text: string): Token[] {
  const tokens: Token[] = []
  visitWords(text, (word, position) => tokens.push({ stem: stemOf(word), word, position }))
  return tokens
}

/** The same without stems, for those who look at many words; answers how many were written. */
export function visitWords(text: string, visit: (word: string, position: number) => void): number {
  let position = 0
  for (const chain of chainsOf(text)) {
    const compound = compoundOf(chain)
    if (compound !== null) visit(compound, position)
    for (const written of chain) {
      if (PLAIN.test(written)) visit(cut(written), position)
      else for (const word of formsOf(written)) visit(word, position)
      position += 1
    }
  }
  return position
}

/** The terms of a query, each once; stop words and question words only where nothing else is left. */
export function analyseQuery(query: string): AnalysedQuery {
  const found = new Map<string, QueryTerm>()
  const stopped = new Map<string, QueryTerm>()
  for (const term of chainsOf(query).flatMap(termsOf)) {
    const isStopWord = term.parts.length === 0 && STOP_WORDS.has(term.raw)
    const terms = isStopWord ? stopped : found
    if (!terms.has(term.raw)) terms.set(term.raw, term)
  }
  const kept = found.size > 0 ? found : stopped
  return {
    terms: [...kept.values()].slice(0, MOST_TERMS),
    dropped: found.size > 0 ? [...stopped.keys()] : [],
  }
}

/** Titles, names and paths that read alike are equal once folded. */
export function foldTitle(text: string): string {
  return chainsOf(text)
    .flat()
    .map(foldWord)
    .filter((word) => word !== '')
    .join(' ')
}

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

/** Words of a text as written, those that punctuation alone joins in one chain. */
export function chainsOf(text: string): string[][] {
  const chains: string[][] = []
  let chain: string[] = []
  let word: Span | null = null
  for (let run = nextRun(text, 0); run !== null; run = nextRun(text, run.end)) {
    if (word !== null && bindsWord(text, word, run)) {
      word.end = run.end
      continue
    }
    if (word !== null) {
      word.end += suffixLength(text, word, run.start)
      chain.push(text.slice(word.start, word.end))
      if (!bindsChain(text, word, run)) {
        chains.push(chain)
        chain = []
      }
    }
    word = run
  }
  if (word !== null) chain.push(text.slice(word.start, word.end + suffixLength(text, word, text.length + 1)))
  if (chain.length > 0) chains.push(chain)
  return chains
}

interface Span {
  start: number
  end: number
}

/** The next run of word characters; most are of ASCII alone, and found without the pattern. */
function nextRun(text: string, from: number): Span | null {
  const { length } = text
  let start = from
  while (start < length && kindAt(text, start) === GAP) start += 1
  if (start === length) return null
  let end = start
  while (end < length && kindAt(text, end) === IN_A_WORD) end += 1
  if (end === length || kindAt(text, end) === GAP) return { start, end }
  RUN.lastIndex = start
  const match = RUN.exec(text)
  return match === null ? null : { start: match.index, end: RUN.lastIndex }
}

/** What a character is to a run of words: none, a part, or for the pattern to tell. */
const GAP = 0
const IN_A_WORD = 1
const BEYOND_ASCII = 2
const KINDS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? IN_A_WORD : GAP,
)

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? BEYOND_ASCII
}

/** Whether one character between a word and the next run makes them one word. */
function bindsWord(text: string, word: Span, run: Span): boolean {
  if (run.start - word.end !== 1) return false
  const before = text.charAt(word.end - 1)
  const after = text.charAt(run.start)
  switch (text.charAt(word.end)) {
    case "'":
    case '\u2019':
      return LETTER.test(before) && LETTER.test(after)
    case '.':
      return DIGIT.test(before) && DIGIT.test(after)
    case '[':
      return (
        run.end - run.start === 1 && text.charAt(run.end) === ']' && LETTER.test(text.charAt(run.end + 1))
      )
    case ']':
      return text.charAt(word.end - 2) === '[' && LETTER.test(before) && LETTER.test(after)
    default:
      return false
  }
}

/** The `++` of `C++` and the `#` of `C#`: after one letter that stands alone, and before no other word. */
function suffixLength(text: string, word: Span, next: number): number {
  if (word.end - word.start !== 1) return 0
  const length = text.startsWith('++', word.end) ? 2 : text.charAt(word.end) === '#' ? 1 : 0
  return next > word.end + length && LETTER.test(text.charAt(word.start)) ? length : 0
}

function bindsChain(text: string, word: Span, run: Span): boolean {
  return run.start - word.end <= 2 && JOINS.has(text.slice(word.end, run.start))
}

/** A chain written together, if it is one that people write: neither a long path nor unspaced script. */
function compoundOf(chain: readonly string[]): string | null {
  if (chain.length < 2 || chain.length > MOST_PARTS || chain.some(isUnspaced)) return null
  const together = chain.map(foldWord).join('')
  return together === '' || together.length > LONGEST_WORD ? null : together
}

function isUnspaced(written: string): boolean {
  return UNSPACED.test(written)
}

/** What a query asks for with a chain: the compound or its parts, else each word for itself. */
function termsOf(chain: readonly string[]): QueryTerm[] {
  const words = chain.flatMap(askedFor).map((word) => termOf(word, []))
  const compound = compoundOf(chain)
  return compound === null || words.length < 2 ? words : [termOf(compound, words)]
}

function termOf(raw: string, parts: QueryTerm[]): QueryTerm {
  const isLong = [...raw].length >= SHORTEST_PREFIX
  return { raw, stem: stemOf(raw), prefix: isLong ? raw : null, parts }
}

/** The words that a query asks for with one written word. */
function askedFor(written: string): string[] {
  if (isUnspaced(written)) return splitUnspaced(written, pairsOf)
  return [foldWord(written)].filter((word) => word !== '')
}

/** The words under which a document is found for one written word. */
function formsOf(written: string): string[] {
  if (PLAIN.test(written)) return [cut(written)]
  if (isUnspaced(written)) return splitUnspaced(written, (letters) => [...letters, ...pairsOf(letters)])
  const humps = cut(written).split(HUMP)
  const parts = humps.length > 1 && humps.length <= MOST_PARTS ? humps : []
  return [written, ...parts].map(foldWord).filter((word) => word !== '')
}

function splitUnspaced(written: string, take: (letters: string[]) => string[]): string[] {
  const pieces = written.split(UNSPACED)
  const words = pieces.flatMap((piece, i) => (i % 2 === 1 ? take(lettersOf(piece)) : [foldWord(piece)]))
  return words.filter((word) => word !== '')
}

/** A written word cut where a script without spaces begins or ends, which every other piece is of; null without one. */
export function unspacedPieces(written: string): string[] | null {
  return isUnspaced(written) ? written.split(UNSPACED) : null
}

function lettersOf(unspaced: string): string[] {
  return [...unspaced.replace(VOICED, (letter) => letter.normalize('NFKC'))]
}

/** A letter alone, else each with its neighbour. */
function pairsOf(letters: string[]): string[] {
  const [first] = letters
  if (letters.length < 2) return first === undefined ? [] : [first]
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}

function foldWord(written: string): string {
  const word = cut(written)
  if (PLAIN.test(word)) return word
  if (WITH_CAPITALS.test(word)) return word.toLowerCase()
  const bare = word.replace(POSSESSIVE, '').normalize('NFKD').toLowerCase().replace(ACCENTS, '')
  const spelled = bare.replace(UNDECOMPOSED, (letter) => SPELLED[letter] ?? letter)
  return cut(spelled.normalize('NFC').replace(NOT_IN_A_WORD, ''))
}

function cut(word: string): string {
  if (word.length <= LONGEST_WORD) return word
  return [...word.slice(0, 2 * LONGEST_WORD)].slice(0, LONGEST_WORD).join('')
}

/** Stems are English; a word with other letters or digits is its own. */
export function stemOf(word: string): string {
  return STEMMABLE.test(word) ? stem(word) : word
}
