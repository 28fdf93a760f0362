import assert from 'node:assert/strict'

/** Of the processor, for each size. */
const MEASURED_MILLISECONDS = 24
/** So many take less than is counted. */
const MOST_RUNS = 10_000
/** Less than this is noise. */
const LEAST_MILLISECONDS = 0.2
/** How much larger the larger input is. Quadratic work takes 64 times as long, linear work about as many times. */
const LARGER = 8
/** Between the two: caches and collections make linear work slower, also on a slow machine and a busy one. */
const MOST_GROWTH = 32

/**
 * How many times longer a work takes on the larger of two inputs, in the processor time of this thread: neither the
 * speed of the machine nor what else it does shows in it.
 */
export function growth(work: (size: number) => unknown, from: number, to: number): number {
  work(from)
  return timeOf(work, to) / timeOf(work, from)
}

/** Fails where a work takes more than in proportion to the size of its input. */
export function assertLinear(work: (size: number) => unknown, size: number, name = ''): void {
  const grown = growth(work, size, size * LARGER)
  assert.ok(
    grown < MOST_GROWTH,
    `${name} takes ${grown.toFixed(1)} times as long for ${LARGER} times as much`,
  )
}

/** Milliseconds of one run: the kernel counts in steps of some milliseconds, so a short work is run until there are enough. */
function timeOf(work: (size: number) => unknown, size: number): number {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    work(size)
    const { user, system } = process.threadCpuUsage(before)
    const milliseconds = (user + system) / 1000
    if (milliseconds >= MEASURED_MILLISECONDS) return Math.max(LEAST_MILLISECONDS, milliseconds / runs)
    if (runs >= MOST_RUNS) return LEAST_MILLISECONDS
  }
}
