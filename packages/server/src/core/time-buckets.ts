/**
 * Counts in time that any window can be summed from exactly. Each count is kept in buckets of 1, 256, 65,536
 * and 16,777,216 ms; what lies at or after an instant is at most 255 buckets of each finer size and all
 * those of the coarsest: 30 days are about 160 of them, however many things were counted.
 */
export const BUCKET_LEVELS = [0, 1, 2, 3] as const

const FANOUT = 256

export interface Bucket {
  readonly level: number
  readonly bucket: number
}

/** Where something that happened at this millisecond is counted. */
export function bucketsOf(milliseconds: number): Bucket[] {
  return BUCKET_LEVELS.map((level) => ({ level, bucket: Math.floor(milliseconds / FANOUT ** level) }))
}

export interface BucketRange {
  readonly level: number
  readonly first: number
  readonly last: number
}

const FOR_EVER = Number.MAX_SAFE_INTEGER

/** The buckets that together hold everything from this millisecond on, each thing once. */
export function rangesFrom(milliseconds: number): BucketRange[] {
  let first = milliseconds
  return BUCKET_LEVELS.map((level) => {
    const next = Math.ceil(first / FANOUT)
    const isCoarsest = level === BUCKET_LEVELS.length - 1
    const range = { level, first, last: isCoarsest ? FOR_EVER : next * FANOUT - 1 }
    first = next
    return range
  })
}
