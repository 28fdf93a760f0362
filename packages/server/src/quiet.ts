import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MILLISECONDS = 2000
/** How many looks in a row find nothing: what is collected in each short pause is slow to be built again. */
const QUIET_LOOKS = 5
/** Milliseconds of work after which there is something to give back. */
const BUSY_MILLISECONDS = 200
/** The share of a time in which the press may have worked and still be called quiet: probes, and rounds of its own. */
const QUIET_SHARE = 0.02

/** How long the event loop worked, of how long, in milliseconds. */
export interface Span {
  readonly worked: number
  readonly of: number
}

/** Tells, of one span of time after another, in which a busy time is over; once for each. */
export function createQuietRule(): (span: Span) => boolean {
  // A start is a busy time.
  let worked = BUSY_MILLISECONDS
  let quiet = 0
  return (span) => {
    quiet += 1
    if (span.worked > span.of * QUIET_SHARE) {
      worked += span.worked
      quiet = 0
    }
    if (quiet < QUIET_LOOKS) return false
    const isDue = worked >= BUSY_MILLISECONDS
    worked = 0
    return isDue
  }
}

/**
 * The heap grows while the press is busy, and an idle one has no reason to collect it: after a busy time what is
 * kept for speed alone is given back and the heap collected once, upon which V8 makes the young space small again
 * some seconds later.
 */
export function giveBackWhenQuiet(giveBack: () => void): { stop(): void } {
  const isDue = createQuietRule()
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { active, idle } = performance.eventLoopUtilization(now, last)
    last = now
    if (!isDue({ worked: active, of: active + idle })) return
    giveBack()
    collectAll()
    // Else the collecting itself would count as work.
    last = performance.eventLoopUtilization()
  }, LOOK_MILLISECONDS).unref()
  return { stop: () => clearInterval(timer) }
}

/** Some 50 ms for the heap of a large site. V8 hands its collector out to a new context only. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as (how: object) => void
  // Not as a last resort: that throws compiled code away, and the press would answer a fifth slower ever after.
  collectGarbage({ type: 'major', execution: 'sync' })
}
