import { stemOf } from '../analyse/fold-word.ts'
import type { QueryTerm } from '../analyse/terms.ts'
import type { IndexedDocument } from '../index/document.ts'
import { foreignNumbersOf } from './document-words.ts'

/**
 * The keys of the index in the database: words, `=` and a stem, `~` and the number of a stem in another language. Each begins
 * with the block that the document is in, and a block is of one topic: what a caller may not read is not even looked up.
 */
export interface KeyBlock {
  /** Of the topic, in the database. */
  readonly topic: number
  readonly block: number
}

/** What PostgreSQL takes as one vector is less than a mebibyte, of which each key takes a few bytes more than it has. */
const MOST_BYTES = 900_000
/**
 * So many characters are left of the keys of a text that has too many. Such a text has a key that says so. It is found by too
 * many questions; whether it matches its words tell afterwards, as with every other.
 */
const CUTS = [6, 3, 0] as const

/** A vector of PostgreSQL as text, and how its keys are cut: a bit for a place of `CUTS`, or 0. */
export function vectorOf(
  document: Pick<IndexedDocument, 'words' | 'foreign'>,
  block: KeyBlock,
): { vector: string; cuts: number } {
  const prefix = prefixOf(block)
  const whole = keysOf(document)
  const ways = [{ keys: whole, cuts: 0 }, ...CUTS.map((cut, place) => cutKeys(whole, cut, 1 << place))]
  const { keys, cuts } = ways.find(({ keys }) => bytesOf(keys, prefix) <= MOST_BYTES) ?? cutKeys(whole, 0, 4)
  return { vector: Array.from(keys, (key) => quoted(prefix + key)).join(' '), cuts }
}

function cutKeys(whole: ReadonlySet<string>, cut: number, cuts: number) {
  const keys = new Set([markOf(cut)])
  if (cut > 0) for (const key of whole) keys.add(cutKey(key, cut))
  return { keys, cuts }
}

function bytesOf(keys: ReadonlySet<string>, prefix: string): number {
  let bytes = 0
  for (const key of keys) bytes += Buffer.byteLength(key) + prefix.length
  return bytes
}

function keysOf({ words, foreign }: Pick<IndexedDocument, 'words' | 'foreign'>): Set<string> {
  const keys = new Set<string>()
  for (const word of words.keys()) {
    keys.add(word)
    const stem = stemOf(word)
    if (stem !== word) keys.add(`=${stem}`)
    for (const number of foreign.get(word) ?? []) keys.add(`~${number.toString(36)}`)
  }
  return keys
}

function cutKey(key: string, cut: number): string {
  const sign = /^[=~]/.test(key) ? 1 : 0
  return key.length <= cut + sign ? key : [...key].slice(0, cut + sign).join('')
}

function markOf(cut: number): string {
  return `!${cut}`
}

function prefixOf({ topic, block }: KeyBlock): string {
  return `${topic.toString(36)}.${block.toString(36)}:`
}

/** Texts in which something stands. */
export type WantedKeys =
  | { readonly key: string; readonly isBeginning: boolean }
  | { readonly every: readonly WantedKeys[] }
  | { readonly some: readonly WantedKeys[] }

/** Every document in some languages that a term matches. */
export function wantedBy(term: QueryTerm, languages: number): WantedKeys {
  const { prefix, stem, parts } = term
  const exact = [`=${stem}`, ...foreignNumbersOf(term, languages).map((number) => `~${number.toString(36)}`)]
  const isCovered = prefix !== null && stem.startsWith(prefix)
  if (!isCovered) exact.push(stem)
  return {
    some: [
      ...(prefix === null ? [] : [{ key: prefix, isBeginning: true }]),
      ...exact.map((key) => ({ key, isBeginning: false })),
      ...(parts.length === 0 ? [] : [{ every: parts.map((part) => wantedBy(part, languages)) }]),
    ],
  }
}

/** A query of PostgreSQL for the documents of a block, of which some are cut in these ways. */
export function blockQuery(wanted: WantedKeys, block: KeyBlock, cuts: number): string {
  const prefix = prefixOf(block)
  const ofCut = CUTS.filter((_, place) => (cuts & (1 << place)) !== 0).map((cut) => {
    const mark = quoted(prefix + markOf(cut))
    return cut === 0 ? mark : `${mark} & ${textOf(wanted, prefix, cut)}`
  })
  return [textOf(wanted, prefix, null), ...ofCut].join(' | ')
}

function textOf(wanted: WantedKeys, prefix: string, cut: number | null): string {
  if ('key' in wanted) {
    const key = cut === null ? wanted.key : cutKey(wanted.key, cut)
    // What is shorter than what is left of a key begins it.
    const isBeginning = wanted.isBeginning && key === wanted.key && [...key].length !== cut
    return `${quoted(prefix + key)}${isBeginning ? ':*' : ''}`
  }
  const [all, sign] = 'every' in wanted ? [wanted.every, ' & '] : [wanted.some, ' | ']
  return `(${all.map((one) => textOf(one, prefix, cut)).join(sign)})`
}

function quoted(key: string): string {
  return `'${key.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
