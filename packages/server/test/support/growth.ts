import assert from 'node:assert/strict'

const RUNS = 5
/** Less than this is noise. */
const LEAST_MILLISECONDS = 0.2
/** How much larger the larger input is. Quadratic work takes 64 times as long, linear work about as many times. */
const LARGER = 8
/** Between the two: caches and collections make linear work slower, also on a slow machine and a busy one. */
const MOST_GROWTH = 32

/**
 * How many times longer a work takes on the larger of two inputs: the best of some runs each, so that
 * neither the speed of the machine nor what else it does shows in it.
 */
export function growth(work: (size: number) => unknown, from: number, to: number): number {
  work(from)
  return best(work, to) / best(work, from)
}

/** Fails where a work takes more than in proportion to the size of its input. */
export function assertLinear(work: (size: number) => unknown, size: number, name = ''): void {
  const grown = growth(work, size, size * LARGER)
  assert.ok(
    grown < MOST_GROWTH,
    `${name} takes ${grown.toFixed(1)} times as long for ${LARGER} times as much`,
  )
}

function best(work: (size: number) => unknown, size: number): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    work(size)
    return performance.now() - start
  })
  return Math.max(LEAST_MILLISECONDS, Math.min(...times))
}
