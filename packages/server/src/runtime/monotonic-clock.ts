import { randomFillSync } from 'node:crypto'

/**
 * A clock that never goes back, whatever its readings do: an expired lease stays expired. While the
 * readings are behind the last answer, it goes on by the milliseconds that have passed.
 */
export function createMonotonicClock(elapsed: () => number): (reading: string) => string {
  let anchor = { at: Number.NEGATIVE_INFINITY, elapsed: 0 }
  return (reading) => {
    const tick = elapsed()
    const expected = anchor.at + (tick - anchor.elapsed)
    const told = Date.parse(reading)
    // Kept while readings agree with it: the fractions of a millisecond that they lack must not add up.
    if (told > expected) anchor = { at: told, elapsed: tick }
    return new Date(Math.floor(Math.max(told, expected))).toISOString()
  }
}

/** Asking the system costs the same for many bytes as for a few. */
const POOLED_BYTES = 4096

/** Random bytes, each handed out once and then wiped from the pool. */
export function createRandomPool(): (bytes: number) => Uint8Array {
  const pool = new Uint8Array(POOLED_BYTES)
  let next = POOLED_BYTES
  return (bytes) => {
    if (bytes > POOLED_BYTES) return randomFillSync(new Uint8Array(bytes))
    if (next + bytes > POOLED_BYTES) {
      randomFillSync(pool)
      next = 0
    }
    const drawn = pool.slice(next, next + bytes)
    pool.fill(0, next, next + bytes)
    next += bytes
    return drawn
  }
}
