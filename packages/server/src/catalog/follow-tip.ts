import { changedSince } from '../core/problem.ts'

interface Chain {
  /** As a problem names it. */
  what: string
  /** The hash of the newest decision; null before the first. */
  tip: string | null
  expected: string | null | undefined
}

/**
 * The decision that follows the tip of its chain (compare and set). Whoever expected another tip is refused with
 * `compare_and_set_mismatch`, and told the current one.
 */
export function followTip<R extends { previous_hash: string | null }>(
  { what, tip, expected }: Chain,
  decide: (previous: string | null) => R,
): R {
  if (tip !== (expected ?? null)) throw changedSince(what, tip)
  const decision = decide(tip)
  if (decision.previous_hash !== tip) throw new Error('the decision does not follow the tip')
  return decision
}
