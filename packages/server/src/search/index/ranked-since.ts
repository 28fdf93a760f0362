import type { PackedSegment, Segment } from './segment.ts'

/** For each segment its documents that ever fall due, the soonest first. */
const inOrder = new WeakMap<PackedSegment, Uint16Array>()

/**
 * Since when documents have been ranked as they are at `now`, in milliseconds: since just after the last of them
 * fell due, or 0. A walk that holds on to that moment is ranked alike on every page, and its cursors do not
 * change from one asking to the next, as the time of asking would make them.
 */
export function rankedSince(segments: readonly Segment[], now: number): number {
  return segments.reduce((latest, segment) => Math.max(latest, lastDue(segment, now) + 1), 0)
}

/** When the last living document fell due; -1 where none has. */
function lastDue({ packed, alive }: Segment, now: number): number {
  const falling = fallingDue(packed)
  const timeAt = (place: number) => packed.refresh[falling[place] ?? -1] ?? Number.POSITIVE_INFINITY
  let place = countBefore(falling.length, (at) => timeAt(at) < now) - 1
  while (place >= 0 && alive[falling[place] ?? -1] !== 1) place -= 1
  return place < 0 ? -1 : timeAt(place)
}

function fallingDue(packed: PackedSegment): Uint16Array {
  const known = inOrder.get(packed)
  if (known !== undefined) return known
  const { refresh } = packed
  const docs = [...refresh.keys()].filter((doc) => Number.isFinite(refresh[doc]))
  const falling = Uint16Array.from(docs.sort((a, b) => (refresh[a] ?? 0) - (refresh[b] ?? 0)))
  inOrder.set(packed, falling)
  return falling
}

/** How many of the first places of a list are before something; all after them are not. */
function countBefore(length: number, isBefore: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
