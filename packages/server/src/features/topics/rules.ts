import { POLICY_DEFAULTS } from '@colophon/contract'
import { followTip } from '../../catalog/follow-tip.ts'
import { faultsOfSkill } from '../../catalog/skill-rules.ts'
import { changedSince, problem } from '../../core/problem.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { TopicRow } from '../../storage/rows/topics.ts'

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

type Standing = Pick<TopicRow, 'visibility' | 'profile'>

/** A topic changes its visibility only from the value that the curator saw. A profile that is left out stays. */
export function decideVisibility(
  current: Standing,
  asked: Pick<Standing, 'visibility'> & {
    expected_visibility: string
    profile?: Standing['profile'] | undefined
  },
): Standing {
  if (asked.expected_visibility !== current.visibility)
    throw changedSince('The visibility', current.visibility)
  const { visibility, profile = current.profile } = asked
  if (visibility !== current.visibility || profile !== current.profile) return { visibility, profile }
  const words = asked.profile === undefined ? visibility : `${visibility}, with this profile`
  throw problem('invalid_state', `The topic is already ${words}.`)
}

/** How many articles a refusal names. */
const NAMED = 5

/** A topic publishes skills once each of its listed articles can be one. */
export function requireSkills(articles: readonly Pick<EntryRow, 'path' | 'summary'>[]): void {
  const faults = articles.flatMap((article) => {
    const [first] = faultsOfSkill(article)
    return first === undefined ? [] : [`${article.path} (${first.pointer.slice(1)} ${first.message})`]
  })
  if (faults.length === 0) return
  const more = faults.length > NAMED ? ` and ${faults.length - NAMED} more` : ''
  throw problem(
    'invalid_state',
    `These articles cannot be skills: ${faults.slice(0, NAMED).join('; ')}${more}. Revise or retire them first.`,
  )
}
