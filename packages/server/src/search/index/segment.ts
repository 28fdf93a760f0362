import { nameHash } from './document.ts'
import { firstPlace, type WordList } from './word-list.ts'

/** Documents are numbered with 16 bits. */
export const MOST_DOCUMENTS = 65_536
export const FIELDS = 4

/**
 * Documents of one topic and their words, in a few flat arrays that are stored as they are. It never changes
 * once it is made. Documents are in the order of their entries' ids.
 */
export interface PackedSegment {
  /** Four numbers for each document: the 128 bits of its entry's id. */
  readonly ids: Uint32Array
  /** Four numbers for each document: two for the title and two for the last segment of the path. */
  readonly names: Uint32Array
  /** `FIELDS` numbers for each document: words in the title, the path, the summary and the body. */
  readonly lengths: Uint32Array
  /** For each document the place of its mode in INDEXED_MODES. */
  readonly modes: Uint8Array
  /** For each document the set of languages that it may be in, beside English: see `LANGUAGES`. */
  readonly languages: Uint16Array
  /** For each document a time in milliseconds, or Infinity. */
  readonly refresh: Float64Array
  readonly words: WordList
  /**
   * The words whose stem is another word, and those that have a stem in the language of a document, in the order of the
   * numbers below and then their own.
   */
  readonly derived: Uint32Array
  /** For each of those a number of its stem: `stemNumber`, `foreignNumber`. */
  readonly stems: Uint32Array
  /** Where the postings of each word begin, and where the last ones end. */
  readonly starts: Uint32Array
  readonly docs: Uint16Array
  /** For each posting: five bits for the body, and one each for title, path and summary. */
  readonly occurrences: Uint8Array
  /** Ids of entries that left the list: they count as deleted in every older segment. */
  readonly gone: Uint32Array
}

/** A segment in use: which of its documents are still heads. */
export interface Segment {
  readonly packed: PackedSegment
  /** 1 for each document that is still listed as it is here. */
  readonly alive: Uint8Array
  live: number
  /** Of all of its documents. */
  readonly languages: number
  /** Words in each field of the living documents. */
  readonly sums: Float64Array
  readonly dead: number[]
}

export function openSegment(packed: PackedSegment): Segment {
  const count = packed.modes.length
  const sums = new Float64Array(FIELDS)
  for (let at = 0; at < packed.lengths.length; at += 1) addTo(sums, at % FIELDS, packed.lengths[at] ?? 0)
  const languages = packed.languages.reduce((all, mask) => all | mask, 0)
  return { packed, alive: new Uint8Array(count).fill(1), live: count, languages, sums, dead: [] }
}

/** The document of an entry was replaced or left the list. */
export function markDead(segment: Segment, id: ArrayLike<number>, from = 0): void {
  const doc = documentOf(segment.packed, id, from)
  if (doc < 0 || segment.alive[doc] !== 1) return
  segment.alive[doc] = 0
  segment.live -= 1
  segment.dead.push(doc)
  for (let field = 0; field < FIELDS; field += 1)
    addTo(segment.sums, field, -(segment.packed.lengths[doc * FIELDS + field] ?? 0))
}

function addTo(numbers: Float64Array, place: number, by: number): void {
  numbers[place] = (numbers[place] ?? 0) + by
}

/** The number of an entry's document; -1 where there is none. */
export function documentOf(packed: PackedSegment, id: ArrayLike<number>, from = 0): number {
  const count = packed.modes.length
  const doc = firstPlace(count, (place) => compareIds(packed.ids, place * 4, id, from) >= 0)
  return doc < count && compareIds(packed.ids, doc * 4, id, from) === 0 ? doc : -1
}

/** Compares two ids in lists of ids. */
export function compareIds(a: ArrayLike<number>, atA: number, b: ArrayLike<number>, atB: number): number {
  for (let part = 0; part < 4; part += 1) {
    const difference = (a[atA + part] ?? 0) - (b[atB + part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** A UUID as four numbers, which are in the order of the texts. */
export function idNumbers(uuid: string): number[] {
  const hex = uuid.replaceAll('-', '')
  return [0, 8, 16, 24].map((at) => Number.parseInt(hex.slice(at, at + 8), 16))
}

const ID_BYTES = Buffer.alloc(16)

export function idText(ids: ArrayLike<number>, from: number): string {
  for (let part = 0; part < 4; part += 1) ID_BYTES.writeUInt32BE(ids[from + part] ?? 0, part * 4)
  const hex = ID_BYTES.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Finds a stem among thousands; two may have the same. */
export function stemNumber(stem: string): number {
  return nameHash(stem)[0]
}
