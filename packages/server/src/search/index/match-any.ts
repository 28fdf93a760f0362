import { addWords, clear, type Norms, SATURATION, type Scratch, type WeighedTerm } from './match.ts'
import type { Gate } from './postings.ts'
import type { Segment } from './segment.ts'
import { mostWithoutFields } from './traits.ts'

/** A word, or a compound with its words. */
export interface TermGroup {
  readonly compound: WeighedTerm | null
  readonly words: readonly WeighedTerm[]
}

/** Which documents are wanted: with these, those that cannot be among them are given up on the way. */
interface Wanted {
  /** How many of the segment. */
  readonly count: number
  /** The least that a document is multiplied by. */
  readonly leastFactor: number
  /** A score that others have already. */
  readonly least: number
  /** A document that is wanted whatever it scores; -1 for none. */
  readonly sought: number
}

interface Matching {
  readonly groups: readonly TermGroup[]
  readonly norms: Norms
  readonly scratch: Scratch
  /** Null for every document that matches. */
  readonly wanted: Wanted | null
}

/** `fields` are those in which every word stands. */
type Use = (doc: number, base: number, fields: number) => void

/** Scores the documents that any word matches, and hands them to `use`. */
export function matchAny(segment: Segment, asked: Matching, use: Use): void {
  const { scratch, wanted } = asked
  const { counts, fields, find, score, touched } = scratch
  find.level.set(segment.alive)
  const pass: Pass = { gate: { level: find.level, wanted: 1, among: null }, count: 0, terms: 0 }
  // The rarest first: the more is known of the best, the fewer documents the common ones are read for.
  const groups = asked.groups.toSorted((a, b) => worthOf(b) - worthOf(a))
  let remaining = groups.reduce((sum, group) => sum + worthOf(group), 0)
  for (const group of groups) {
    if (wanted !== null) giveUpHopeless(pass, { scratch, wanted, remaining })
    addGroup(segment, group, { ...asked, pass })
    remaining -= worthOf(group)
  }
  const used = pass.gate.among?.inOrder() ?? touched
  const length = pass.gate.among?.count ?? pass.count
  for (let i = 0; i < length; i += 1) {
    const doc = used[i] ?? 0
    use(doc, score[doc] ?? 0, counts[doc] === pass.terms ? (fields[doc] ?? 0) : 0)
  }
  for (let i = 0; i < pass.count; i += 1) {
    const doc = touched[i] ?? 0
    score[doc] = 0
    fields[doc] = 0
    counts[doc] = 0
  }
}

/** What has been done of a question in a segment. */
interface Pass {
  gate: Gate
  /** Documents that have been touched. */
  count: number
  /** Words that have been added. */
  terms: number
}

type Adding = Matching & { readonly pass: Pass }

function worthOf({ compound, words }: TermGroup): number {
  return words.reduce((sum, { worth }) => sum + worth, compound?.worth ?? 0)
}

function addGroup(segment: Segment, { compound, words }: TermGroup, adding: Adding): void {
  const { some } = adding.scratch
  if (compound !== null) addCompound(segment, compound, adding)
  for (const word of words) {
    addWordOf(segment, word, adding)
    adding.pass.terms += 1
  }
  clear(some)
}

/** A compound leaves what it found in `some`, where its words look for it. */
function addCompound(segment: Segment, { expansion, worth }: WeighedTerm, adding: Adding): void {
  const { norms, scratch, pass } = adding
  const { score, some, touched } = scratch
  addWords(segment, expansion, { gate: pass.gate, norms, scratch, scores: some })
  for (let i = 0; i < some.count; i += 1) {
    const doc = some.touched[i] ?? 0
    const times = some.value[doc] ?? 0
    const before = score[doc] ?? 0
    if (before === 0) touched[pass.count++] = doc
    score[doc] = before + (worth * times) / (times + SATURATION)
  }
}

function addWordOf(segment: Segment, { expansion, worth }: WeighedTerm, adding: Adding): void {
  const { norms, scratch, pass } = adding
  const { counts, fields, score, some, term, touched } = scratch
  const { terms } = pass
  addWords(segment, expansion, { gate: pass.gate, norms, scratch, scores: term })
  const { value, marks } = term
  for (let i = 0; i < term.count; i += 1) {
    const doc = term.touched[i] ?? 0
    const times = value[doc] ?? 0
    const before = score[doc] ?? 0
    if (before === 0) touched[pass.count++] = doc
    score[doc] = before + (worth * times) / (times + SATURATION)
    if (counts[doc] === terms) {
      const here = (marks[doc] ?? 0) | (some.marks[doc] ?? 0)
      fields[doc] = terms === 0 ? here : (fields[doc] ?? 0) & here
      counts[doc] = terms + 1
    }
  }
  for (let i = 0; i < some.count; i += 1) countCompound(scratch, some.touched[i] ?? 0, terms)
  clear(term)
}

/** A compound stands for its word where the word itself does not. */
function countCompound({ counts, fields, some, term }: Scratch, doc: number, terms: number): void {
  if (counts[doc] !== terms || (term.value[doc] ?? 0) > 0) return
  const here = some.marks[doc] ?? 0
  fields[doc] = terms === 0 ? here : (fields[doc] ?? 0) & here
  counts[doc] = terms + 1
}

/** Steps in which scores are counted to find the least one of the best. */
const STEPS = new Uint32Array(1024)

/**
 * From here on only documents are looked at that can still be wanted: with all that remains, or because they have had
 * every word so far, for those may be raised by their title.
 */
function giveUpHopeless(
  pass: Pass,
  { scratch, wanted, remaining }: { scratch: Scratch; wanted: Wanted; remaining: number },
): void {
  const { counts, find, score } = scratch
  const { among } = pass.gate
  const docs = among?.inOrder() ?? scratch.touched
  const length = among?.count ?? pass.count
  if (length < wanted.count) return
  const least = Math.max(
    wanted.least,
    leastOfBest(docs, length, { score, count: wanted.count }) * wanted.leastFactor,
  )
  // A document that has not been touched could be wanted yet.
  if (mostWithoutFields(remaining) >= least) return
  const level = pass.gate.wanted + 1
  let count = 0
  const kept = new Uint16Array(length)
  for (let i = 0; i < length; i += 1) {
    const doc = docs[i] ?? 0
    const isHopeless = mostWithoutFields((score[doc] ?? 0) + remaining) < least
    if (isHopeless && counts[doc] !== pass.terms && doc !== wanted.sought) continue
    find.level[doc] = level
    kept[count++] = doc
  }
  const left = kept.subarray(0, count)
  if (among === null) left.sort()
  pass.gate = { level: find.level, wanted: level, among: { count, inOrder: () => left } }
}

/** At most what the last of the best so many has. */
function leastOfBest(
  docs: ArrayLike<number>,
  length: number,
  { score, count }: { score: Float64Array; count: number },
): number {
  let best = 0
  for (let i = 0; i < length; i += 1) best = Math.max(best, score[docs[i] ?? 0] ?? 0)
  const step = best / (STEPS.length - 1)
  STEPS.fill(0)
  for (let i = 0; i < length; i += 1) {
    const at = Math.floor((score[docs[i] ?? 0] ?? 0) / step)
    STEPS[at] = (STEPS[at] ?? 0) + 1
  }
  let found = 0
  for (let at = STEPS.length - 1; at >= 0; at -= 1) {
    found += STEPS[at] ?? 0
    if (found >= count) return at * step
  }
  return 0
}
