import { MOST_DOCUMENTS, type Segment } from './segment.ts'

/** Which documents still count: those that have `wanted` in `level`. */
export interface Gate {
  readonly level: Uint8Array
  readonly wanted: number
  /** The same documents in a list; null for all. */
  readonly among: Among | null
}

export interface Among {
  readonly count: number
  /** In their order, which is made when it is first asked for. */
  inOrder(): Uint16Array
}

/** A list this many times longer than the documents in question is searched rather than read. */
const SKIPPING_FACTOR = 8

/** Postings that count, of one word at a time; the memory is used again for the next one. */
export interface PostingList {
  readonly docs: Uint16Array
  /** Where in the segment each posting is. */
  readonly places: Uint32Array
}

export function newGathered(): PostingList {
  return { docs: new Uint16Array(MOST_DOCUMENTS), places: new Uint32Array(MOST_DOCUMENTS) }
}

/** A word of an expansion: in documents of which languages it counts; 0 for all. */
interface PlacedWord {
  readonly place: number
  readonly languages: number
}

/** The postings of the word at a place, those of the documents in question only; answers how many. */
export function gatherPostings(
  segment: Segment,
  { place, languages }: PlacedWord,
  { gate, into }: { gate: Gate; into: PostingList },
): number {
  const count = gatherAt(segment, place, gate, into)
  return languages === 0 ? count : keepLanguages(segment, count, languages, into)
}

function keepLanguages(
  { packed }: Segment,
  count: number,
  languages: number,
  { docs, places }: PostingList,
): number {
  let kept = 0
  for (let i = 0; i < count; i += 1) {
    const doc = docs[i] ?? 0
    if (((packed.languages[doc] ?? 0) & languages) === 0) continue
    docs[kept] = doc
    places[kept] = places[i] ?? 0
    kept += 1
  }
  return kept
}

function gatherAt(segment: Segment, place: number, gate: Gate, into: PostingList): number {
  const { starts } = segment.packed
  const { among } = gate
  const list = { from: starts[place] ?? 0, to: starts[place + 1] ?? 0 }
  if (among === null || list.to - list.from <= among.count * SKIPPING_FACTOR)
    return readThrough(segment, list, { gate, into })
  return skipThrough(segment, list, { gate, among: among.inOrder(), into })
}

interface List {
  readonly from: number
  readonly to: number
}

/** Thousands of postings for one that counts: nothing is called here. */
function readThrough(
  segment: Segment,
  { from, to }: List,
  { gate, into }: { gate: Gate; into: PostingList },
): number {
  const { docs } = segment.packed
  const { level, wanted } = gate
  let count = 0
  for (let at = from; at < to; at += 1) {
    const doc = docs[at] ?? 0
    if (level[doc] !== wanted) continue
    into.docs[count] = doc
    into.places[count] = at
    count += 1
  }
  return count
}

/** Gallops: steps that double, then halves. */
function skipThrough(
  segment: Segment,
  { from, to }: List,
  { gate, among, into }: { gate: Gate; among: Uint16Array; into: PostingList },
): number {
  const { docs } = segment.packed
  const { level, wanted } = gate
  let low = from
  let count = 0
  for (const doc of among) {
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
    if (low >= to) break
    if (docs[low] !== doc || level[doc] !== wanted) continue
    into.docs[count] = doc
    into.places[count] = low
    count += 1
  }
  return count
}
