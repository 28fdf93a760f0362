import { IN_PATH, IN_SUMMARY, IN_TITLE, TIMES_IN_BODY } from './document.ts'
import type { Expansion } from './expand.ts'
import { FIELDS, MOST_DOCUMENTS, type Segment } from './segment.ts'
import type { Statistics } from './statistics.ts'

/** What a word is worth by where it stands, and how much the length of a field takes from that. */
const WEIGHT = { title: 4, path: 4, summary: 4, body: 1 }
const LENGTH_SHARE = { short: 0.5, body: 0.6 }
const SATURATION = 1.2
const IN_A_FIELD = IN_TITLE | IN_PATH | IN_SUMMARY
/** A list this many times longer than the documents in question is searched rather than read. */
const SKIPPING_FACTOR = 8

/** Values by document, and which documents have one. */
interface Sheet {
  readonly value: Float64Array
  /** The fields in which a whole word of the term stands. */
  readonly marks: Uint8Array
  readonly touched: Uint16Array
  count: number
}

/** Which documents still match: those that have `wanted` in `level`. */
interface Gate {
  readonly level: Uint8Array
  readonly wanted: number
  /** The same documents in a list; null for all. */
  readonly among: Uint16Array | null
}

function newSheet(): Sheet {
  return {
    value: new Float64Array(MOST_DOCUMENTS),
    marks: new Uint8Array(MOST_DOCUMENTS),
    touched: new Uint16Array(MOST_DOCUMENTS),
    count: 0,
  }
}

/** Memory for one query at a time, cleared by whoever used it. */
export interface Scratch {
  readonly term: Sheet
  readonly some: Sheet
  readonly part: Sheet
  readonly score: Float64Array
  readonly level: Uint8Array
  readonly fields: Uint8Array
}

export function newScratch(): Scratch {
  return {
    term: newSheet(),
    some: newSheet(),
    part: newSheet(),
    score: new Float64Array(MOST_DOCUMENTS),
    level: new Uint8Array(MOST_DOCUMENTS),
    fields: new Uint8Array(MOST_DOCUMENTS),
  }
}

export interface Matched {
  /** The documents that every term matches. */
  readonly docs: Uint16Array
  /** By document. */
  readonly score: Float64Array
  /** By document: the fields in which every term stands. */
  readonly fields: Uint8Array
}

/** A term's words in a segment, and what a match of it is worth (its inverse document frequency). */
export interface WeighedTerm {
  readonly expansion: Expansion
  readonly worth: number
}

/**
 * Scores the documents that every term matches, and hands them to `use`, after which the memory is cleared.
 * The rarest term comes first: the others only look at what is left.
 */
export function matchAll(
  segment: Segment,
  asked: { terms: readonly WeighedTerm[]; norms: Norms; scratch: Scratch },
  use: (matched: Matched) => void,
): void {
  const { terms, norms, scratch } = asked
  const { term: sheet, score, level, fields } = scratch
  let first: Uint16Array | null = null
  let among: Uint16Array | null = null
  for (const [place, { expansion, worth }] of terms.entries()) {
    const gate = place === 0 ? { level: segment.alive, wanted: 1, among } : { level, wanted: place, among }
    addTerm(segment, expansion, { gate, norms, scratch })
    for (let i = 0; i < sheet.count; i += 1) {
      const doc = sheet.touched[i] ?? 0
      const value = sheet.value[doc] ?? 0
      score[doc] = (score[doc] ?? 0) + (worth * value) / (value + SATURATION)
      fields[doc] = place === 0 ? (sheet.marks[doc] ?? 0) : (fields[doc] ?? 0) & (sheet.marks[doc] ?? 0)
      level[doc] = place + 1
    }
    among = sheet.touched.slice(0, sheet.count)
    first ??= among
    clear(sheet)
    if (among.length === 0) break
  }
  if (among !== null && among.length > 0) use({ docs: among, score, fields })
  for (const doc of first ?? []) {
    score[doc] = 0
    level[doc] = 0
    fields[doc] = 0
  }
}

interface Adding {
  readonly gate: Gate
  readonly norms: Norms
  readonly scratch: Scratch
}

/** A compound is worth its own words and, where all of its parts are, the least of those. */
function addTerm(segment: Segment, expansion: Expansion, adding: Adding): void {
  const { scratch } = adding
  addWords(segment, expansion, { ...adding, sheet: scratch.term })
  const [first, ...others] = expansion.parts
  if (first === undefined) return
  const { some, part } = scratch
  addWords(segment, first, { ...adding, sheet: some })
  for (const other of others) {
    addWords(segment, other, { ...adding, sheet: part })
    keepLeast(some, part)
    clear(part)
  }
  addSheet(scratch.term, some)
  clear(some)
}

function keepLeast(some: Sheet, part: Sheet): void {
  for (let i = 0; i < some.count; i += 1) {
    const doc = some.touched[i] ?? 0
    some.value[doc] = Math.min(some.value[doc] ?? 0, part.value[doc] ?? 0)
    some.marks[doc] = (some.marks[doc] ?? 0) & (part.marks[doc] ?? 0)
  }
}

function addSheet(sum: Sheet, more: Sheet): void {
  for (let i = 0; i < more.count; i += 1) {
    const doc = more.touched[i] ?? 0
    const value = more.value[doc] ?? 0
    if (value === 0) continue
    if (sum.value[doc] === 0) sum.touched[sum.count++] = doc
    sum.value[doc] = (sum.value[doc] ?? 0) + value
    sum.marks[doc] = (sum.marks[doc] ?? 0) | (more.marks[doc] ?? 0)
  }
}

function clear(sheet: Sheet): void {
  for (let i = 0; i < sheet.count; i += 1) {
    const doc = sheet.touched[i] ?? 0
    sheet.value[doc] = 0
    sheet.marks[doc] = 0
  }
  sheet.count = 0
}

/** What a field's length takes: `base + perWord * length`. */
export interface Norms {
  readonly title: readonly [base: number, perWord: number]
  readonly path: readonly [base: number, perWord: number]
  readonly summary: readonly [base: number, perWord: number]
  readonly body: readonly [base: number, perWord: number]
}

export function normsOf({ documents, lengths }: Statistics): Norms {
  const norm = (field: number, share: number): [number, number] => {
    const mean = documents === 0 ? 0 : (lengths[field] ?? 0) / documents
    return [1 - share, mean === 0 ? 0 : share / mean]
  }
  const { short, body } = LENGTH_SHARE
  return { title: norm(0, short), path: norm(1, short), summary: norm(2, short), body: norm(3, body) }
}

interface AddingWords extends Adding {
  readonly sheet: Sheet
}

function addWords(segment: Segment, { places, weights }: Expansion, adding: AddingWords): void {
  const { starts } = segment.packed
  const { among } = adding.gate
  let isSorted = false
  for (const [i, place] of places.entries()) {
    const word = { from: starts[place] ?? 0, to: starts[place + 1] ?? 0, weight: weights[i] ?? 0 }
    if (among === null || word.to - word.from <= among.length * SKIPPING_FACTOR)
      readList(segment, word, adding)
    else {
      if (!isSorted) among.sort()
      isSorted = true
      skipThrough(segment, word, { ...adding, among })
    }
  }
}

interface WordInList {
  readonly from: number
  readonly to: number
  readonly weight: number
}

function readList(segment: Segment, { from, to, weight }: WordInList, adding: AddingWords): void {
  const { docs } = segment.packed
  const { level, wanted } = adding.gate
  for (let at = from; at < to; at += 1) {
    const doc = docs[at] ?? 0
    if (level[doc] === wanted) addPosting(segment, at, weight, adding)
  }
}

/** Gallops: steps that double, then halves. */
function skipThrough(
  segment: Segment,
  { from, to, weight }: WordInList,
  adding: AddingWords & { among: Uint16Array },
): void {
  const { docs } = segment.packed
  let low = from
  for (const doc of adding.among) {
    let high = low
    for (let step = 1; high < to && (docs[high] ?? 0) < doc; step *= 2) {
      low = high + 1
      high += step
    }
    high = Math.min(high, to)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((docs[middle] ?? 0) < doc) low = middle + 1
      else high = middle
    }
    if (low >= to) return
    if (docs[low] === doc) addPosting(segment, low, weight, adding)
  }
}

function addPosting(segment: Segment, at: number, weight: number, { sheet, norms }: AddingWords): void {
  const { docs, occurrences, lengths } = segment.packed
  const doc = docs[at] ?? 0
  const occurrence = occurrences[at] ?? 0
  const length = doc * FIELDS
  let value =
    (WEIGHT.body * (TIMES_IN_BODY[occurrence & 31] ?? 0)) /
    (norms.body[0] + norms.body[1] * (lengths[length + 3] ?? 0))
  if ((occurrence & IN_A_FIELD) !== 0) {
    if ((occurrence & IN_TITLE) !== 0)
      value += WEIGHT.title / (norms.title[0] + norms.title[1] * (lengths[length] ?? 0))
    if ((occurrence & IN_PATH) !== 0)
      value += WEIGHT.path / (norms.path[0] + norms.path[1] * (lengths[length + 1] ?? 0))
    if ((occurrence & IN_SUMMARY) !== 0)
      value += WEIGHT.summary / (norms.summary[0] + norms.summary[1] * (lengths[length + 2] ?? 0))
    if (weight === 1) sheet.marks[doc] = (sheet.marks[doc] ?? 0) | (occurrence & IN_A_FIELD)
  }
  if (sheet.value[doc] === 0) sheet.touched[sheet.count++] = doc
  sheet.value[doc] = (sheet.value[doc] ?? 0) + weight * value
}
