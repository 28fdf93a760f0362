import { type BodyOf, isRetired, type Operations } from '@colophon/contract'
import { followTip } from '../../catalog/follow-tip.ts'
import { invalidField, namesNothing, problem } from '../../core/problem.ts'

type RetirementBody = BodyOf<Operations['retireRevision']>

interface RetirementStanding {
  sha256: string
  retirement_state: string
  /** The newest decision; null before the first. */
  retirement_hash: string | null
}

export interface RetirementDecision {
  state: 'active' | 'retired'
  reason: string
  replacement_hashes: string[]
  previous_hash: string | null
}

/**
 * Replacements are listed heads of the same topic other than the revision itself; what cannot be one is
 * refused in the same words whether it is there or not. `usable` are those of them that can be.
 */
export function checkReplacements(
  revision: RetirementStanding,
  body: RetirementBody,
  usable: ReadonlySet<string>,
): string[] {
  const hashes = body.replacement_hashes ?? []
  if (!isRetired(body.state) && hashes.length > 0)
    throw invalidField('/replacement_hashes', 'go with the state retired')
  for (const [place, hash] of hashes.entries())
    if (hash === revision.sha256 || !usable.has(hash)) throw namesNothing(`/replacement_hashes/${place}`)
  return hashes
}

/** A revision changes its state only from the decision that the curator saw. */
export function decideRetirement(
  standing: RetirementStanding,
  body: RetirementBody,
  replacements: string[],
): RetirementDecision {
  const chain = {
    what: 'The retirement of the revision',
    tip: standing.retirement_hash,
    expected: body.expected_retirement_hash,
  }
  return followTip(chain, (previous) => {
    if (body.state === standing.retirement_state)
      throw problem('invalid_state', `The revision is already ${body.state}.`)
    return {
      state: body.state,
      reason: body.reason,
      replacement_hashes: replacements,
      previous_hash: previous,
    }
  })
}
