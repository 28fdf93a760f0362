import { foreignStems } from '../analyse/foreign-stems.ts'
import { languagesOf } from '../analyse/languages.ts'
import { foldTitle, visitWords } from '../analyse/terms.ts'

/** What search knows of an article: its texts are plain already. */
interface SearchedText {
  title: string
  path: string
  summary: string
  body: string
}

/** A document as it goes into a segment. */
export interface IndexedDocument {
  entryId: string
  mode: IndexedMode
  /** Milliseconds since 1970; Infinity where there is no such time. */
  refreshAfter: number
  /** Of the title and of the last segment of the path, as they fold. */
  names: readonly [number, number, number, number]
  lengths: Lengths
  /** How often, by word: see `occurrence`. */
  words: ReadonlyMap<string, number>
  /** The languages that it may be in; 0 for English and for those without stems. */
  languages: number
  /** By word: the numbers of its stems in those languages. */
  foreign: ReadonlyMap<string, readonly number[]>
}

/** Words of title, path, summary and body. */
type Lengths = readonly [title: number, path: number, summary: number, body: number]

export const INDEXED_MODES = ['reviewed', 'direct', 'admin_override'] as const
export type IndexedMode = (typeof INDEXED_MODES)[number]

export const IN_TITLE = 0x20
export const IN_PATH = 0x40
export const IN_SUMMARY = 0x80
const IN_FIELD = [IN_TITLE, IN_PATH, IN_SUMMARY] as const

/** How often a word stands in a body, as the five low bits of a posting tell it: exactly at first. */
export const TIMES_IN_BODY = Float64Array.from([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 21, 25, 30, 36, 43, 51, 61, 73, 88, 105, 126, 151,
  181, 217, 260,
])
const LAST_STEP = TIMES_IN_BODY.length - 1

type TextTerms = Pick<IndexedDocument, 'names' | 'lengths' | 'words' | 'languages' | 'foreign'>

/** The words of a text with their places in its fields, and what it is called. */
export function termsOfText(text: SearchedText): TextTerms {
  const words = new Map<string, number>()
  const short = [text.title, text.path, text.summary].map((field, i) =>
    visitWords(field, (word) => words.set(word, (words.get(word) ?? 0) | (IN_FIELD[i] ?? 0))),
  )
  const times = new Map<string, number>()
  const languages = languagesOf(text.body, text.title, text.summary)
  const foreign = new Map<string, readonly number[]>()
  const stem = (word: string, written: string) => {
    if (languages !== 0 && !foreign.has(word)) foreign.set(word, foreignNumbers(languages, written))
  }
  for (const field of [text.title, text.summary]) visitWords(field, (word, _, written) => stem(word, written))
  const body = visitWords(text.body, (word, _, written) => {
    times.set(word, (times.get(word) ?? 0) + 1)
    stem(word, written)
  })
  for (const [word, count] of times) words.set(word, (words.get(word) ?? 0) | stepOf(count))
  const [title = 0, path = 0, summary = 0] = short
  return {
    names: [...nameHash(foldTitle(text.title)), ...nameHash(foldTitle(nameOf(text.path)))],
    lengths: [title, path, summary, body],
    words,
    languages,
    foreign,
  }
}

function foreignNumbers(languages: number, written: string): number[] {
  return foreignStems(languages, written).map(({ language, stem }) => foreignNumber(language, stem))
}

/** Finds a stem of a language among thousands; two may have the same. */
export function foreignNumber(language: number, stem: string): number {
  return nameHash(`${language}:${stem}`)[0]
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function stepOf(count: number): number {
  if (count < 16) return count
  const above = TIMES_IN_BODY.findIndex((times) => times > count)
  return above < 0 ? LAST_STEP : above - 1
}

/** 64 bits of a folded name, enough to tell whether a query is that name (FNV-1a twice). */
export function nameHash(folded: string): [number, number] {
  let high = 0x811c9dc5
  let low = 0x1b873593
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit ^ (high >>> 15), 0x85ebca6b)
  }
  return [high >>> 0, low >>> 0]
}
