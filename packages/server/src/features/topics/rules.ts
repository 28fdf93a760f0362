import { POLICY_DEFAULTS } from '@colophon/contract'
import { followTip } from '../../catalog/follow-tip.ts'
import { changedSince, problem } from '../../core/problem.ts'

interface PolicyFields {
  evidence_ttl_days: number
  review_focuses: string[]
  minimum_evidence: number
  publication_modes: string[]
}

interface PolicyParams {
  evidence_ttl_days?: number | null | undefined
  review_focuses?: string[] | null | undefined
  minimum_evidence?: number | null | undefined
  publication_modes?: string[] | null | undefined
}

/** The four fields of a policy; what is left out has its default. */
export function policyFields(asked: PolicyParams): PolicyFields {
  return {
    evidence_ttl_days: asked.evidence_ttl_days ?? POLICY_DEFAULTS.evidenceTtlDays,
    review_focuses: asked.review_focuses ?? [...POLICY_DEFAULTS.reviewFocuses],
    minimum_evidence: asked.minimum_evidence ?? POLICY_DEFAULTS.minimumEvidence,
    publication_modes: asked.publication_modes ?? [...POLICY_DEFAULTS.publicationModes],
  }
}

export interface PolicyDecision extends PolicyFields {
  previous_hash: string | null
}

/** A new policy follows the one that the curator saw in force. */
export function decidePolicy(
  topic: { policy_hash: string },
  asked: PolicyParams & { expected_policy_hash: string },
): PolicyDecision {
  const chain = { what: 'The policy in force', tip: topic.policy_hash, expected: asked.expected_policy_hash }
  return followTip(chain, (previous) => ({ ...policyFields(asked), previous_hash: previous }))
}

/** A topic changes its visibility only from the value that the curator saw. */
export function decideVisibility(
  current: string,
  asked: { expected_visibility: string; visibility: string },
): void {
  if (asked.expected_visibility !== current) throw changedSince('The visibility', current)
  if (asked.visibility === current) throw problem('invalid_state', `The topic is already ${current}.`)
}
