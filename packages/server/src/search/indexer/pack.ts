import { randomUUID } from 'node:crypto'
import { mergeSegments } from '../index/merge-segments.ts'
import { MOST_DOCUMENTS, openSegment, type PackedSegment, type Segment } from '../index/segment.ts'
import { segmentBytes } from '../index/segment-bytes.ts'
import type { TopicHead } from './indexer-store.ts'
import type { Packing } from './messages.ts'
import type { HeldSegment, TopicIndex } from './topic-index.ts'

/** Bytes written in one transaction: other commits wait for it. */
const PART_BYTES = 256 * 1024
/** Changes dropped in one transaction. */
const DROPPED_AT_ONCE = 2000
/** A stored segment this many times larger than what is packed is left alone. */
const GROWTH = 2

/** Answers whether it was done. */
export type Write = (packing: Packing) => Promise<boolean>

interface PackingSources {
  /** How far the topic has come; null where there is none. */
  readHead(topicId: string): Promise<TopicHead | null>
  /** Everything of the topic that was committed before the call. */
  indexTopic(topicId: string): Promise<TopicIndex | null>
  write: Write
}

/** Stores what changed as few segments, together with stored ones of like size. One process at a time. */
export async function packTopic(
  { readHead, indexTopic, write }: PackingSources,
  topicId: string,
): Promise<void> {
  const head = await readHead(topicId)
  if (head === null) return
  const { epoch, packedSeq } = head
  if (!(await write({ step: 'claim', topicId, epoch, packedSeq }))) return
  const index = await indexTopic(topicId)
  // Before the claim another process may have packed, or made the topic anew.
  if (index === null || index.epoch !== epoch || index.packedSeq !== packedSeq) return
  const { kept, merged } = choose(index.held)
  const made: string[] = []
  for (const [place, group] of groupsOf(merged).entries()) {
    const packed = mergeAll(group, kept.length === 0 && place === 0)
    const segment = randomUUID()
    await writeParts(segmentBytes(packed), (part, bytes) =>
      write({ step: 'part', topicId, segment, part, bytes }),
    )
    made.push(segment)
  }
  const [segments, replaced] = [[...storedOf(kept), ...made], storedOf(merged)]
  const upTo = index.seq
  if (!(await write({ step: 'use', topicId, epoch, packedSeq, upTo, segments, replaced }))) return
  for (const segment of replaced) await write({ step: 'discard', topicId, segment })
  for (let from = packedSeq; from < upTo; from += DROPPED_AT_ONCE)
    await write({ step: 'drop', topicId, epoch, upTo: Math.min(upTo, from + DROPPED_AT_ONCE) })
}

function storedOf(held: readonly HeldSegment[]): string[] {
  return held.flatMap(({ stored }) => stored ?? [])
}

/** What is in memory, and before it those stored segments that are not much larger. */
function choose(held: readonly HeldSegment[]): { kept: HeldSegment[]; merged: HeldSegment[] } {
  const firstInMemory = held.findIndex(({ stored }) => stored === null)
  let from = firstInMemory < 0 ? held.length : firstInMemory
  let live = held.slice(from).reduce((sum, { segment }) => sum + segment.live, 0)
  for (; from > 0; from -= 1) {
    const before = held[from - 1]?.segment
    if (before === undefined || !isWorthMerging(before, live)) break
    live += before.live
  }
  return { kept: held.slice(0, from), merged: held.slice(from) }
}

function isWorthMerging(before: Segment, live: number): boolean {
  const isAlike = before.live <= live * GROWTH || before.dead.length > before.live
  return isAlike && before.live + live <= MOST_DOCUMENTS
}

/** Neighbours, oldest first, as many together as one segment holds. */
function groupsOf(merged: readonly HeldSegment[]): HeldSegment[][] {
  const groups: HeldSegment[][] = []
  let live = 0
  for (const held of merged) {
    const group = groups.at(-1)
    if (group !== undefined && live + held.segment.live <= MOST_DOCUMENTS) group.push(held)
    else {
      groups.push([held])
      live = 0
    }
    live += held.segment.live
  }
  return groups
}

function mergeAll(merged: readonly HeldSegment[], isOldest: boolean): PackedSegment {
  const [newest, ...older] = merged.map(({ segment }) => segment).reverse()
  if (newest === undefined) throw new Error('there is nothing to pack')
  const { packed } = older.reduce((joined, segment) => openSegment(mergeSegments(segment, joined)), newest)
  // There is nothing older that these could hide.
  return isOldest ? { ...packed, gone: new Uint32Array() } : packed
}

async function writeParts(
  bytes: Uint8Array,
  write: (part: number, bytes: Uint8Array) => Promise<boolean>,
): Promise<void> {
  for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
    const written = await write(part, bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES))
    // Used without it, the segment could not be read, and the topic would have to be listed anew.
    if (!written) throw new Error(`part ${part} of a segment was not stored`)
  }
}
