import { randomUUID } from 'node:crypto'
import { setImmediate as rest } from 'node:timers/promises'
import { mergeSegments } from '../../core/search/merge-segments.ts'
import { MOST_DOCUMENTS, openSegment, type Packed, type Segment } from '../../core/search/segment.ts'
import { segmentBytes } from '../../core/search/segment-bytes.ts'
import type { Packing } from './messages.ts'
import { type Held, hideReplaced, killAll, type TopicIndex } from './topic-index.ts'

/** Changes from which on a topic is packed: as many as may have to be read anew at a start. */
export const PACK_FROM = 1000
const PART_BYTES = 1024 * 1024
/** A stored segment this many times larger than what is packed is left alone. */
const GROWTH = 2

/** Writes on the main thread; answers whether it was done. */
export type Write = (packing: Packing) => Promise<boolean>

export function isDue(index: TopicIndex): boolean {
  return index.packing.size === 0 && index.seq - index.packedSeq >= PACK_FROM
}

/** Stores what is in memory as few segments, together with stored ones of like size. One process at a time. */
export async function packTopic(topicId: string, index: TopicIndex, write: Write): Promise<void> {
  const { epoch, packedSeq, seq: upTo } = index
  if (!(await write({ step: 'claim', topicId, epoch, packedSeq }))) return
  // While the claim was on its way the thread may have followed another process's packing.
  if (index.epoch !== epoch || index.packedSeq !== packedSeq || index.seq !== upTo) return
  const { kept, merged } = choose(index.held)
  const packing = new Set(merged)
  index.packing = packing
  index.killed = []
  try {
    const made: Made[] = []
    for (const [place, group] of groupsOf(merged).entries()) {
      const packed = await mergeAll(group, kept.length === 0 && place === 0)
      const stored = randomUUID()
      await writeParts(segmentBytes(packed), (part, bytes) =>
        write({ step: 'part', topicId, segment: stored, part, bytes }),
      )
      made.push({ stored, packed })
    }
    const segments = [...kept, ...made].flatMap(({ stored }) => (stored === null ? [] : [stored]))
    const used = await write({ step: 'use', topicId, epoch, packedSeq, upTo, segments })
    if (used && index.packing === packing) exchange(index, { kept, merged, made, upTo })
  } finally {
    if (index.packing === packing) index.packing = new Set()
    index.killed = []
  }
}

/** What is in memory, and before it those stored segments that are not much larger. */
function choose(held: readonly Held[]): { kept: Held[]; merged: Held[] } {
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
function groupsOf(merged: readonly Held[]): Held[][] {
  const groups: Held[][] = []
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

async function mergeAll(merged: readonly Held[], isOldest: boolean): Promise<Packed> {
  const [newest, ...older] = merged.map(({ segment }) => segment).reverse()
  if (newest === undefined) throw new Error('there is nothing to pack')
  let packed = newest.packed
  let joined = newest
  for (const segment of older) {
    const merging = mergeSegments(segment, joined)
    let step = merging.next()
    for (; !step.done; step = merging.next()) await rest()
    packed = step.value
    joined = openSegment(packed)
  }
  // There is nothing older that these could hide.
  return isOldest ? { ...packed, gone: new Uint32Array() } : packed
}

async function writeParts(
  bytes: Uint8Array,
  write: (part: number, bytes: Uint8Array) => Promise<boolean>,
): Promise<void> {
  for (let part = 0; part * PART_BYTES < bytes.length; part += 1)
    await write(part, bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES))
}

interface Made {
  readonly stored: string
  readonly packed: Packed
}

interface Exchange {
  readonly kept: readonly Held[]
  readonly merged: readonly Held[]
  readonly made: readonly Made[]
  readonly upTo: number
}

/** The new segments take the place of those that they were made of; who died meanwhile is dead in them too. */
function exchange(index: TopicIndex, { kept, merged, made, upTo }: Exchange): void {
  const opened = made.map(({ stored, packed }) => ({ stored, segment: openSegment(packed) }))
  hideReplaced(opened)
  for (const { segment } of opened) for (const ids of index.killed) killAll(segment, ids)
  const later = index.held.filter((held) => !kept.includes(held) && !merged.includes(held))
  index.held = [...kept, ...opened, ...later]
  index.packedSeq = upTo
}
