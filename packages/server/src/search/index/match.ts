import { IN_PATH, IN_SUMMARY, IN_TITLE, TIMES_IN_BODY } from './document.ts'
import type { Expansion } from './expand.ts'
import { type FindScratch, findAll, newFindScratch } from './find.ts'
import { type Gate, gatherPostings } from './postings.ts'
import { FIELDS, MOST_DOCUMENTS, type Segment } from './segment.ts'
import type { Statistics } from './statistics.ts'

/** What a word is worth by where it stands, and how much the length of a field takes from that. */
const WEIGHT = { title: 4, path: 4, summary: 4, body: 1 }
const LENGTH_SHARE = { short: 0.5, body: 0.6 }
export const SATURATION = 1.2
const IN_A_FIELD = IN_TITLE | IN_PATH | IN_SUMMARY

/** Values by document, and which documents have one. */
interface Scores {
  readonly value: Float64Array
  /** The fields in which a whole word of the term stands. */
  readonly marks: Uint8Array
  readonly touched: Uint16Array
  count: number
}

function newScores(): Scores {
  return {
    value: new Float64Array(MOST_DOCUMENTS),
    marks: new Uint8Array(MOST_DOCUMENTS),
    touched: new Uint16Array(MOST_DOCUMENTS),
    count: 0,
  }
}

/** Memory for one query at a time, cleared by whoever used it. */
export interface Scratch {
  readonly term: Scores
  readonly some: Scores
  readonly part: Scores
  readonly score: Float64Array
  readonly fields: Uint8Array
  /** By document: how many terms it has. */
  readonly counts: Uint8Array
  readonly touched: Uint16Array
  readonly find: FindScratch
}

export function newScratch(): Scratch {
  return {
    term: newScores(),
    some: newScores(),
    part: newScores(),
    score: new Float64Array(MOST_DOCUMENTS),
    fields: new Uint8Array(MOST_DOCUMENTS),
    counts: new Uint8Array(MOST_DOCUMENTS),
    touched: new Uint16Array(MOST_DOCUMENTS),
    find: newFindScratch(),
  }
}

interface MatchResult {
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

/** Scores the documents that every term matches, and hands them to `use`, after which the memory is cleared. */
export function matchAll(
  segment: Segment,
  asked: { terms: readonly WeighedTerm[]; norms: Norms; scratch: Scratch },
  use: (matched: MatchResult) => void,
): void {
  const { terms, norms, scratch } = asked
  const { term: scores, score, fields } = scratch
  const expansions = terms.map(({ expansion }) => expansion)
  const gate = findAll(segment, expansions, scratch.find)
  if (gate.among?.count === 0) return
  let docs = gate.among?.inOrder() ?? null
  for (const [place, { expansion, worth }] of terms.entries()) {
    addTerm(segment, expansion, { gate, norms, scratch })
    for (let i = 0; i < scores.count; i += 1) {
      const doc = scores.touched[i] ?? 0
      const value = scores.value[doc] ?? 0
      score[doc] = (score[doc] ?? 0) + (worth * value) / (value + SATURATION)
      fields[doc] = place === 0 ? (scores.marks[doc] ?? 0) : (fields[doc] ?? 0) & (scores.marks[doc] ?? 0)
    }
    docs ??= scores.touched.slice(0, scores.count)
    clear(scores)
  }
  if (docs === null) return
  use({ docs, score, fields })
  for (const doc of docs) {
    score[doc] = 0
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
  addWords(segment, expansion, { ...adding, scores: scratch.term })
  const [first, ...others] = expansion.parts
  if (first === undefined) return
  const { some, part } = scratch
  addWords(segment, first, { ...adding, scores: some })
  for (const other of others) {
    addWords(segment, other, { ...adding, scores: part })
    keepLeast(some, part)
    clear(part)
  }
  addScores(scratch.term, some)
  clear(some)
}

function keepLeast(some: Scores, part: Scores): void {
  for (let i = 0; i < some.count; i += 1) {
    const doc = some.touched[i] ?? 0
    some.value[doc] = Math.min(some.value[doc] ?? 0, part.value[doc] ?? 0)
    some.marks[doc] = (some.marks[doc] ?? 0) & (part.marks[doc] ?? 0)
  }
}

function addScores(sum: Scores, more: Scores): void {
  for (let i = 0; i < more.count; i += 1) {
    const doc = more.touched[i] ?? 0
    const value = more.value[doc] ?? 0
    if (value === 0) continue
    if (sum.value[doc] === 0) sum.touched[sum.count++] = doc
    sum.value[doc] = (sum.value[doc] ?? 0) + value
    sum.marks[doc] = (sum.marks[doc] ?? 0) | (more.marks[doc] ?? 0)
  }
}

export function clear(scores: Scores): void {
  for (let i = 0; i < scores.count; i += 1) {
    const doc = scores.touched[i] ?? 0
    scores.value[doc] = 0
    scores.marks[doc] = 0
  }
  scores.count = 0
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

/** Adds what each of a term's words is worth where it stands. */
export function addWords(segment: Segment, expansion: Expansion, adding: Adding & { scores: Scores }): void {
  const { gathered } = adding.scratch.find
  for (const [i, place] of expansion.places.entries()) {
    const word = { place, languages: expansion.languages[i] ?? 0 }
    const count = gatherPostings(segment, word, { gate: adding.gate, into: gathered })
    addWord(segment, { count, weight: expansion.weights[i] ?? 0 }, adding)
  }
}

/** The postings that were gathered, one after another: most of what a search does, so that nothing is made here. */
function addWord(
  segment: Segment,
  { count, weight }: { count: number; weight: number },
  { norms, scratch, scores }: Adding & { scores: Scores },
): void {
  const { occurrences, lengths } = segment.packed
  const { docs, places } = scratch.find.gathered
  const { value, marks, touched } = scores
  const [base, perWord] = norms.body
  for (let i = 0; i < count; i += 1) {
    const doc = docs[i] ?? 0
    const occurrence = occurrences[places[i] ?? 0] ?? 0
    const times = TIMES_IN_BODY[occurrence & 31] ?? 0
    let worth = (WEIGHT.body * times) / (base + perWord * (lengths[doc * FIELDS + 3] ?? 0))
    if ((occurrence & IN_A_FIELD) !== 0) {
      worth = worthInFields(worth, occurrence, { lengths, first: doc * FIELDS, norms })
      if (weight === 1) marks[doc] = (marks[doc] ?? 0) | (occurrence & IN_A_FIELD)
    }
    const before = value[doc] ?? 0
    if (before === 0) touched[scores.count++] = doc
    value[doc] = before + weight * worth
  }
}

/** What an occurrence is worth more, in a document whose lengths begin at `first`. */
function worthInFields(
  inBody: number,
  occurrence: number,
  { lengths, first, norms }: { lengths: Uint32Array; first: number; norms: Norms },
): number {
  const { title, path, summary } = norms
  let worth = inBody
  if ((occurrence & IN_TITLE) !== 0) worth += WEIGHT.title / (title[0] + title[1] * (lengths[first] ?? 0))
  if ((occurrence & IN_PATH) !== 0) worth += WEIGHT.path / (path[0] + path[1] * (lengths[first + 1] ?? 0))
  if ((occurrence & IN_SUMMARY) !== 0)
    worth += WEIGHT.summary / (summary[0] + summary[1] * (lengths[first + 2] ?? 0))
  return worth
}
