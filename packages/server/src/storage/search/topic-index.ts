import { buildSegment } from '../../core/search/build-segment.ts'
import type { IndexedDocument } from '../../core/search/document.ts'
import { mergeSegments } from '../../core/search/merge-segments.ts'
import {
  MOST_DOCUMENTS,
  markDead,
  openSegment,
  type Packed,
  type Segment,
} from '../../core/search/segment.ts'

/** A segment and where it is stored; null while it is in memory only. */
export interface Held {
  readonly stored: string | null
  readonly segment: Segment
}

/** What the thread holds of one topic: everything up to `seq`, oldest segment first. */
export interface TopicIndex {
  epoch: string
  seq: number
  /** The stored segments hold everything up to here. */
  packedSeq: number
  held: readonly Held[]
  /** The segments that are being packed: they are left as they are meanwhile. */
  packing: ReadonlySet<Held>
  /** Ids of entries whose older documents died while segments were being packed. */
  killed: Uint32Array[]
}

export function newTopicIndex(): TopicIndex {
  return { epoch: '', seq: 0, packedSeq: 0, held: [], packing: new Set(), killed: [] }
}

/** Adds what changed after everything that is held: new documents, and ids of entries that left the list. */
export function addChanges(
  index: TopicIndex,
  changed: { documents: readonly IndexedDocument[]; gone: readonly string[]; upTo: number },
): void {
  const { documents, gone, upTo } = changed
  if (documents.length > 0 || gone.length > 0) {
    const added = openSegment(buildSegment(documents, gone))
    if (index.packing.size > 0) index.killed.push(added.packed.ids, added.packed.gone)
    hideIn(index.held, added.packed)
    index.held = [...index.held, { stored: null, segment: added }]
    mergeSmall(index)
  }
  index.seq = upTo
}

/** Marks the older documents of every entry that a newer segment knows better. */
function hideIn(older: readonly Held[], newer: Packed): void {
  for (const ids of [newer.ids, newer.gone]) for (const { segment } of older) killAll(segment, ids)
}

/** The same in a list, oldest segment first. */
export function hideReplaced(held: readonly Held[]): void {
  for (const [place, { segment }] of held.entries()) hideIn(held.slice(0, place), segment.packed)
}

export function killAll(segment: Segment, ids: Uint32Array): void {
  for (let at = 0; at < ids.length; at += 4) markDead(segment, ids, at)
}

/** Keeps the segments in memory few: like sizes are merged. */
function mergeSmall(index: TopicIndex): void {
  for (;;) {
    const [older, newer] = index.held.slice(-2)
    if (older === undefined || newer === undefined || !isFree(index, older) || !isFree(index, newer)) return
    // Like sizes only: a document is copied as often as its segment doubles.
    if (older.segment.live > newer.segment.live) return
    if (older.segment.live + newer.segment.live > MOST_DOCUMENTS) return
    const merged = openSegment(drive(mergeSegments(older.segment, newer.segment)))
    index.held = [...index.held.slice(0, -2), { stored: null, segment: merged }]
  }
}

function isFree(index: TopicIndex, held: Held): boolean {
  return held.stored === null && !index.packing.has(held)
}

function drive(merging: Generator<void, Packed>): Packed {
  for (;;) {
    const step = merging.next()
    if (step.done) return step.value
  }
}

/** Puts stored segments in the place of all that is held. */
export function setStored(
  index: TopicIndex,
  stored: readonly Held[],
  head: { epoch: string; packedSeq: number },
): void {
  index.epoch = head.epoch
  index.packedSeq = head.packedSeq
  index.seq = head.packedSeq
  index.held = stored
  index.packing = new Set()
  index.killed = []
  hideReplaced(stored)
}
