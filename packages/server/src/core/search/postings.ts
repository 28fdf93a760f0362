import type { Expansion } from './expand.ts'
import type { Segment } from './segment.ts'

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

type Visit = (doc: number, posting: number, weight: number) => void

/** The postings of a term's own words, those of the documents in question only. */
export function visitPostings(
  segment: Segment,
  { places, weights }: Expansion,
  { gate, visit }: { gate: Gate; visit: Visit },
): void {
  const { starts } = segment.packed
  const { among } = gate
  for (const [i, place] of places.entries()) {
    const list = { from: starts[place] ?? 0, to: starts[place + 1] ?? 0, weight: weights[i] ?? 0 }
    if (among === null || list.to - list.from <= among.count * SKIPPING_FACTOR)
      readThrough(segment, list, { gate, visit })
    else skipThrough(segment, list, { gate, among: among.inOrder(), visit })
  }
}

interface List {
  readonly from: number
  readonly to: number
  readonly weight: number
}

function readThrough(
  segment: Segment,
  { from, to, weight }: List,
  { gate, visit }: { gate: Gate; visit: Visit },
): void {
  const { docs } = segment.packed
  const { level, wanted } = gate
  for (let at = from; at < to; at += 1) {
    const doc = docs[at] ?? 0
    if (level[doc] === wanted) visit(doc, at, weight)
  }
}

/** Gallops: steps that double, then halves. */
function skipThrough(
  segment: Segment,
  { from, to, weight }: List,
  { gate, among, visit }: { gate: Gate; among: Uint16Array; visit: Visit },
): void {
  const { docs } = segment.packed
  const { level, wanted } = gate
  let low = from
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
    if (low >= to) return
    if (docs[low] === doc && level[doc] === wanted) visit(doc, low, weight)
  }
}
