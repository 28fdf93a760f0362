import { stemOf } from '../analyse/fold-word.ts'
import { INDEXED_MODES, type IndexedDocument } from './document.ts'
import { FIELDS, idNumbers, type PackedSegment, stemNumber } from './segment.ts'
import { packWords } from './word-list.ts'

/** Packs documents of different entries, and the ids of entries that left the list. */
export function buildSegment(documents: readonly IndexedDocument[], gone: readonly string[]): PackedSegment {
  const sorted = documents.toSorted((a, b) => (a.entryId < b.entryId ? -1 : 1))
  const postings = gatherPostings(sorted)
  const written = [...postings.keys()].sort()
  const words = packWords(written)
  const total = written.reduce((sum, word) => sum + (postings.get(word)?.length ?? 0), 0)
  const starts = new Uint32Array(written.length + 1)
  const docs = new Uint16Array(total)
  const occurrences = new Uint8Array(total)
  let at = 0
  for (const [place, word] of written.entries()) {
    for (const posting of postings.get(word) ?? []) {
      docs[at] = posting >>> 8
      occurrences[at] = posting & 0xff
      at += 1
    }
    starts[place + 1] = at
  }
  return {
    ...describe(sorted),
    words,
    ...deriveStems(written, sorted),
    starts,
    docs,
    occurrences,
    gone: packIds(gone),
  }
}

/** By word, in the order of the documents: the document's number and its occurrence in one number. */
function gatherPostings(documents: readonly IndexedDocument[]): Map<string, number[]> {
  const postings = new Map<string, number[]>()
  for (const [doc, { words }] of documents.entries()) {
    for (const [word, occurrence] of words) {
      const list = postings.get(word)
      if (list === undefined) postings.set(word, [(doc << 8) | occurrence])
      else list.push((doc << 8) | occurrence)
    }
  }
  return postings
}

function describe(documents: readonly IndexedDocument[]) {
  const lengths = new Uint32Array(documents.length * FIELDS)
  const names = new Uint32Array(documents.length * 4)
  for (const [doc, document] of documents.entries()) {
    lengths.set(document.lengths, doc * FIELDS)
    names.set(document.names, doc * 4)
  }
  return {
    ids: packIds(documents.map(({ entryId }) => entryId)),
    names,
    lengths,
    modes: Uint8Array.from(documents, ({ mode }) => INDEXED_MODES.indexOf(mode)),
    languages: Uint16Array.from(documents, ({ languages }) => languages),
    refresh: Float64Array.from(documents, ({ refreshAfter }) => refreshAfter),
  }
}

function packIds(uuids: readonly string[]): Uint32Array {
  return Uint32Array.from(uuids.flatMap(idNumbers))
}

function deriveStems(
  words: readonly string[],
  documents: readonly IndexedDocument[],
): Pick<PackedSegment, 'derived' | 'stems'> {
  const found: { place: number; number: number }[] = []
  const foreign = foreignOf(documents)
  for (const [place, word] of words.entries()) {
    const stem = stemOf(word)
    if (stem !== word) found.push({ place, number: stemNumber(stem) })
    for (const number of foreign.get(word) ?? []) found.push({ place, number })
  }
  found.sort((a, b) => a.number - b.number || a.place - b.place)
  return {
    derived: Uint32Array.from(found, ({ place }) => place),
    stems: Uint32Array.from(found, ({ number }) => number),
  }
}

function foreignOf(documents: readonly IndexedDocument[]): Map<string, Set<number>> {
  const all = new Map<string, Set<number>>()
  for (const { foreign } of documents)
    for (const [word, numbers] of foreign) {
      const known = all.get(word) ?? new Set()
      for (const number of numbers) known.add(number)
      all.set(word, known)
    }
  return all
}
