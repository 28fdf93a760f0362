import { randomFillSync } from 'node:crypto'

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
