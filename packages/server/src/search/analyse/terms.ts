import { cutWord, foldWord, LONGEST_WORD, PLAIN, stemOf } from './fold-word.ts'
import { isUnspaced, pairsOf, splitUnspaced } from './unspaced-words.ts'
import { chainsOf, eachChain } from './word-chains.ts'

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

/** What a query asks for with a word, or with a compound. */
export interface QueryTerm {
  /** As the caller wrote it. */
  written: string
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
  /** Stop words that were left out, as written. */
  dropped: string[]
}

/** Characters that a word needs to be the beginning of another. */
export const SHORTEST_PREFIX = 3
/** Longer chains of words are paths, addresses and data: only their parts are indexed. */
const MOST_PARTS = 6
/** As many words as the 200 characters of a query hold with spaces between them. */
const MOST_TERMS = 100
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

/** `written` is the word of the text that a word is, or is a part of. */
type VisitWord = (word: string, position: number, written: string) => void

/**
 * Every word of a document, its compounds and the parts of its words, in the order of the text, with its place: 0, 1,
 * 2 ... by written word, so that a compound and the parts of a word share the place where they begin. Answers how many
 * words were written.
 */
export function visitWords(text: string, visit: VisitWord): number {
  let position = 0
  for (const chain of eachChain(text)) {
    const compound = compoundOf(chain)
    if (compound !== null) visit(compound, position, compound)
    for (const written of chain) {
      if (PLAIN.test(written)) visit(cutWord(written), position, written)
      else for (const word of formsOf(written)) visit(word, position, written)
      position += 1
    }
  }
  return position
}

/** The terms of a query, each once; stop words and question words only where nothing else is left. */
export function analyseQuery(query: string): AnalysedQuery {
  const found = new Map<string, QueryTerm>()
  const stopped = new Map<string, QueryTerm>()
  for (const term of termsIn(query)) {
    const terms = term.parts.length === 0 && STOP_WORDS.has(term.raw) ? stopped : found
    if (!terms.has(term.raw)) terms.set(term.raw, term)
  }
  const kept = found.size > 0 ? found : stopped
  return {
    terms: [...kept.values()].slice(0, MOST_TERMS),
    dropped: found.size > 0 ? [...stopped.values()].map(({ written }) => written) : [],
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

/** A chain written together, if it is one that people write: neither a long path nor unspaced script. */
function compoundOf(chain: readonly string[]): string | null {
  if (chain.length < 2 || chain.length > MOST_PARTS || chain.some(isUnspaced)) return null
  const together = chain.map(foldWord).join('')
  return together === '' || together.length > LONGEST_WORD ? null : together
}

function termsIn(query: string): QueryTerm[] {
  let end = 0
  return chainsOf(query).flatMap((chain) => {
    const start = query.indexOf(chain[0] ?? '', end)
    end = chain.reduce((at, word) => query.indexOf(word, at) + word.length, start)
    return termsOf(chain, query.slice(start, end))
  })
}

/** What a query asks for with a chain: the compound or its parts, else each word for itself. */
function termsOf(chain: readonly string[], written: string): QueryTerm[] {
  const words = chain.flatMap(queryTermsOf)
  const compound = compoundOf(chain)
  return compound === null || words.length < 2 ? words : [{ ...termOf(compound, written), parts: words }]
}

function termOf(raw: string, written: string): QueryTerm {
  const isLong = [...raw].length >= SHORTEST_PREFIX
  return { written, raw, stem: stemOf(raw), prefix: isLong ? raw : null, parts: [] }
}

/** What a query asks for with one written word. */
function queryTermsOf(written: string): QueryTerm[] {
  if (isUnspaced(written)) return splitUnspaced(written, pairsOf).map((word) => termOf(word, word))
  const word = foldWord(written)
  return word === '' ? [] : [termOf(word, written)]
}

/**
 * A term that asks for a folded word of a document, and for nothing that only begins with it. Nobody wrote it: stems of other
 * languages need the accents.
 */
export function wholeWordTerm(word: string): QueryTerm {
  return { ...termOf(word, ''), prefix: null }
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** The words under which a document is found for one written word. */
export function formsOf(written: string): string[] {
  if (PLAIN.test(written)) return [cutWord(written)]
  if (isUnspaced(written)) return splitUnspaced(written, (letters) => [...letters, ...pairsOf(letters)])
  const humps = cutWord(written).split(HUMP)
  const parts = humps.length > 1 && humps.length <= MOST_PARTS ? humps : []
  return [written, ...parts].map(foldWord).filter((word) => word !== '')
}
