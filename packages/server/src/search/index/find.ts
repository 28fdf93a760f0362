import type { Expansion } from './expand.ts'
import { type Among, type Gate, gatherPostings, newGathered, type PostingList } from './postings.ts'
import { MOST_DOCUMENTS, type Segment } from './segment.ts'

/** Memory for one query at a time; nothing in it outlives a call. */
export interface FindScratch {
  readonly level: Uint8Array
  readonly partLevel: Uint8Array
  readonly found: Uint16Array
  readonly gathered: PostingList
}

export function newFindScratch(): FindScratch {
  return {
    level: new Uint8Array(MOST_DOCUMENTS),
    partLevel: new Uint8Array(MOST_DOCUMENTS),
    found: new Uint16Array(MOST_DOCUMENTS),
    gathered: newGathered(),
  }
}

/**
 * The documents that every term matches. The rarest term comes first: the others only look at what is left.
 * What one term alone matches need not be found before it is scored.
 */
export function findAll(segment: Segment, terms: readonly Expansion[], scratch: FindScratch): Gate {
  scratch.level.set(segment.alive)
  let gate: Gate = { level: scratch.level, wanted: 1, among: null }
  if (terms.length === 1) return gate
  for (const term of terms) {
    if (gate.among?.count === 0) break
    gate = pass(segment, term, { gate, scratch })
  }
  return gate
}

interface Passing {
  readonly gate: Gate
  readonly scratch: FindScratch
}

/** Lifts the documents in question that a term matches by one level: by its own words, or by all of its parts. */
function pass(segment: Segment, term: Expansion, { gate, scratch }: Passing): Gate {
  const byParts = term.parts.length === 0 ? [] : passParts(segment, term.parts, { gate, scratch })
  const { level, wanted } = gate
  const { found, gathered } = scratch
  let count = 0
  let last = -1
  let isSorted = true
  const lift = (docs: ArrayLike<number>, length: number) => {
    for (let i = 0; i < length; i += 1) {
      const doc = docs[i] ?? 0
      if (level[doc] !== wanted) continue
      level[doc] = wanted + 1
      found[count] = doc
      count += 1
      if (doc < last) isSorted = false
      last = doc
    }
  }
  for (const [i, place] of term.places.entries()) {
    const word = { place, languages: term.languages[i] ?? 0 }
    lift(gathered.docs, gatherPostings(segment, word, { gate, into: gathered }))
  }
  lift(byParts, byParts.length)
  return { level, wanted: wanted + 1, among: amongOf(found.slice(0, count), isSorted) }
}

/** Words that are read through do not need the order. */
function amongOf(docs: Uint16Array, isSorted: boolean): Among {
  let isInOrder = isSorted
  return {
    count: docs.length,
    inOrder() {
      if (!isInOrder) docs.sort()
      isInOrder = true
      return docs
    },
  }
}

function passParts(
  segment: Segment,
  parts: readonly Expansion[],
  { gate, scratch }: Passing,
): Uint16Array | number[] {
  scratch.partLevel.set(gate.level)
  let inner: Gate = { ...gate, level: scratch.partLevel }
  for (const part of parts) inner = pass(segment, part, { gate: inner, scratch })
  return inner.among?.inOrder() ?? []
}
