import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_MILLISECONDS = 2000
/** How many looks in a row find nothing: what is collected in each short pause is slow to be built again. */
const IDLE_CHECKS = 5
/** Milliseconds of work after which there is something to give back. */
const BUSY_MILLISECONDS = 200
/** The share of a time in which the server may have worked and still count as idle: probes, and its own timers. */
const IDLE_SHARE = 0.02

/** How long the event loop worked, of how long, in milliseconds. */
interface LoadSpan {
  readonly worked: number
  readonly of: number
}

/** Finds the span in which a busy time ends; true once for each. */
export function createIdleRule(): (span: LoadSpan) => boolean {
  // A start is a busy time.
  let worked = BUSY_MILLISECONDS
  let idleSpans = 0
  return (span) => {
    idleSpans += 1
    if (span.worked > span.of * IDLE_SHARE) {
      worked += span.worked
      idleSpans = 0
    }
    if (idleSpans < IDLE_CHECKS) return false
    const isDue = worked >= BUSY_MILLISECONDS
    worked = 0
    return isDue
  }
}

/**
 * The heap grows while the server is busy, and an idle one has no reason to collect it: after a busy time it is
 * collected once, upon which V8 makes the young space small again some seconds later. `memory.ts` has the figures.
 */
export function collectWhenIdle(): { stop(): void } {
  const isDue = createIdleRule()
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { active, idle } = performance.eventLoopUtilization(now, last)
    last = now
    if (!isDue({ worked: active, of: active + idle })) return
    collectHeap()
    // Else the collecting itself would count as work.
    last = performance.eventLoopUtilization()
  }, CHECK_MILLISECONDS).unref()
  return { stop: () => clearInterval(timer) }
}

/** Of this thread: some 50 ms for the heap of a large site. */
export function collectHeap(): void {
  // Not as a last resort: that throws compiled code away, and the server would answer a fifth slower ever after.
  collector()({ type: 'major', execution: 'sync' })
}

/**
 * Of this thread: also what V8 would keep for some seconds, or longer, in case it is needed again. Compiled code goes with it, so that
 * this is for where one piece of work takes longer than compiling.
 */
export function giveHeapBack(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** V8 hands its collector out to a new context only. */
function collector(): (how: object) => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as (how: object) => void
}
