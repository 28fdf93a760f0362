import { changedSince } from './problem.ts'
import { appendToChain, ChainMoved } from './record-chain.ts'

interface Chain {
  /** As a problem names it. */
  what: string
  tip: string | null
  expected: string | null | undefined
}

/** The decision that follows the tip of its chain; whoever expected another tip is told the current one. */
export function followTip<R extends { previous_hash: string | null }>(
  { what, tip, expected }: Chain,
  decide: (previous: string | null) => R,
): R {
  try {
    return appendToChain(tip, expected ?? null, decide)
  } catch (error) {
    if (error instanceof ChainMoved) throw changedSince(what, error.current)
    throw error
  }
}
