import { buildSegment } from '../index/build-segment.ts'
import type { IndexedDocument } from '../index/document.ts'
import { mergeSegments } from '../index/merge-segments.ts'
import { MOST_DOCUMENTS, markDead, openSegment, type PackedSegment, type Segment } from '../index/segment.ts'

/** A segment and where it is stored; null while it is in memory only. */
export interface HeldSegment {
  readonly stored: string | null
  readonly segment: Segment
}

/** What the thread holds of one topic: everything up to `seq`, oldest segment first. */
export interface TopicIndex {
  epoch: string
  seq: number
  /** The stored segments hold everything up to here. */
  packedSeq: number
  held: readonly HeldSegment[]
}

export function newTopicIndex(): TopicIndex {
  return { epoch: '', seq: 0, packedSeq: 0, held: [] }
}

/** Adds what changed after everything that is held: new documents, and ids of entries that left the list. */
export function addChanges(
  index: TopicIndex,
  changed: { documents: readonly IndexedDocument[]; gone: readonly string[]; upTo: number },
): void {
  const { documents, gone, upTo } = changed
  if (documents.length > 0 || gone.length > 0) {
    const added = openSegment(buildSegment(documents, gone))
    hideIn(index.held, added.packed)
    index.held = [...index.held, { stored: null, segment: added }]
    mergeSmall(index)
  }
  index.seq = upTo
}

/** Marks the older documents of every entry that a newer segment knows better. */
function hideIn(older: readonly HeldSegment[], newer: PackedSegment): void {
  for (const ids of [newer.ids, newer.gone]) for (const { segment } of older) killAll(segment, ids)
}

function killAll(segment: Segment, ids: Uint32Array): void {
  for (let at = 0; at < ids.length; at += 4) markDead(segment, ids, at)
}

/** Keeps the segments in memory few: like sizes are merged. */
function mergeSmall(index: TopicIndex): void {
  for (;;) {
    const [older, newer] = index.held.slice(-2)
    if (older === undefined || newer === undefined || older.stored !== null || newer.stored !== null) return
    // Like sizes only: a document is copied as often as its segment doubles.
    if (older.segment.live > newer.segment.live) return
    if (older.segment.live + newer.segment.live > MOST_DOCUMENTS) return
    const merged = openSegment(mergeSegments(older.segment, newer.segment))
    index.held = [...index.held.slice(0, -2), { stored: null, segment: merged }]
  }
}

/** Puts stored segments in the place of all that is held. */
export function setStored(
  index: TopicIndex,
  stored: readonly HeldSegment[],
  head: { epoch: string; packedSeq: number },
): void {
  index.epoch = head.epoch
  index.packedSeq = head.packedSeq
  index.seq = head.packedSeq
  index.held = stored
  for (const [place, { segment }] of stored.entries()) hideIn(stored.slice(0, place), segment.packed)
}
