/**
 * Counts in time that any window can be summed from exactly. Each count is kept at its millisecond, and in
 * buckets of about a minute and about five hours; what lies at or after an instant is the moments up to the
 * next minute, at most 255 minutes, and the larger buckets from there on: 30 days are about 160 of them,
 * however many things were counted.
 */
const BUCKET_MILLISECONDS = [2 ** 16, 2 ** 24] as const

/** The first level has the smaller buckets. */
export const BUCKET_LEVELS = BUCKET_MILLISECONDS.length

/** The bucket of each level in which something that happened at this millisecond is counted. */
export function bucketsOf(milliseconds: number): number[] {
  return BUCKET_MILLISECONDS.map((size) => Math.floor(milliseconds / size))
}

interface Range {
  readonly first: number
  readonly last: number
}

const FOR_EVER = Number.MAX_SAFE_INTEGER

/** The moments and the buckets of each level that together hold everything from here on, each thing once. */
export function rangesFrom(milliseconds: number): { moments: Range; buckets: Range[] } {
  const [small, large] = BUCKET_MILLISECONDS
  const firstSmall = Math.ceil(milliseconds / small)
  const firstLarge = Math.ceil((firstSmall * small) / large)
  return {
    moments: { first: milliseconds, last: firstSmall * small - 1 },
    buckets: [
      { first: firstSmall, last: (firstLarge * large) / small - 1 },
      { first: firstLarge, last: FOR_EVER },
    ],
  }
}
