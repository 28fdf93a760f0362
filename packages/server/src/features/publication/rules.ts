import { type BodyOf, hasSkills, isBuried, isListed, isReviewed, type Operations } from '@colophon/contract'
import { requireFreePath } from '../../catalog/paths.ts'
import { faultsOfSkill } from '../../catalog/skill-rules.ts'
import { type Caller, hasGrant, hasScope, mayCurate } from '../../core/authority.ts'
import { changedSince, invalidField, problem } from '../../core/problem.ts'
import type { AliasRow, EntryRow } from '../../storage/rows/catalog.ts'
import type { CandidateRow } from '../../storage/rows/editorial.ts'
import type { PolicyRow, TopicRow } from '../../storage/rows/topics.ts'
import type { RevisionMeta } from '../../text/front-matter.ts'

export type PublishBody = BodyOf<Operations['publishCandidate']>

/** `reviewed` needs a curator, `direct` a curator or the trusted author of it, `admin_override` an administrator. */
export function requirePublisher(caller: Caller, candidate: CandidateRow, mode: PublishBody['mode']): void {
  const own = candidate.author_id === caller.identityId
  const may = {
    reviewed: mayCurate(caller, candidate.topic_id),
    direct:
      hasScope(caller, 'publish_direct') &&
      hasGrant(caller, candidate.topic_id) &&
      (own || mayCurate(caller, candidate.topic_id)),
    admin_override: hasScope(caller, 'admin') && hasGrant(caller, candidate.topic_id),
  }
  if (!may[mode])
    throw problem('forbidden', `The credential does not allow publication in mode ${mode} here.`)
}

const NEEDS_REASON: Readonly<Record<PublishBody['mode'], boolean>> = {
  reviewed: false,
  direct: false,
  admin_override: true,
}

export function requireReason(body: PublishBody): void {
  if (NEEDS_REASON[body.mode] && !body.reason)
    throw invalidField('/reason', 'is needed with the mode admin_override')
}

interface PublicationStanding {
  candidate: CandidateRow
  topic: Pick<TopicRow, 'profile'>
  meta: Pick<RevisionMeta, 'summary'>
  head: EntryRow | null
  policy: PolicyRow
  alias: Pick<AliasRow, 'entry_id'> | null
  isCovered: boolean
  /** What reviews and evidence still lack, as far as the caller may know it. */
  missing: readonly string[]
}

/** The head is compared first; then come the states in which a publication has no meaning. */
export function decidePublication(standing: PublicationStanding, body: PublishBody): void {
  const { candidate, head, policy, alias } = standing
  const headHash = head?.content_hash ?? null
  if ((body.expected_head_hash ?? null) !== headHash) throw changedSince('The head of the entry', headHash)
  const isHead = headHash === candidate.candidate_hash
  if (isHead && isListed(head?.status))
    throw problem('already_published', 'The candidate is the listed head of its entry.')
  // JSON text of the policy record: an array of modes.
  const modes = JSON.parse(policy.publication_modes) as string[]
  if (!modes.includes(body.mode))
    throw problem('invalid_state', `The policy of the topic does not allow the mode ${body.mode}.`)
  if (isHead && isBuried(head?.status))
    throw problem('invalid_state', 'The candidate is retired. Make it active before you publish it again.')
  if (!isHead && candidate.parent_hash !== headHash)
    throw problem(
      'stale_parent',
      'The candidate does not follow the current head. Submit a revision of the head.',
      {
        current: headHash,
      },
    )
  requireFreePath(alias, candidate.entry_id)
  requireSkillOf(standing)
  if (isReviewed(body.mode) && !standing.isCovered)
    throw problem('coverage_incomplete', standing.missing.join(' '))
}

/** A topic may have begun to publish skills after the candidate was made. */
function requireSkillOf({ topic, candidate, meta }: PublicationStanding): void {
  const [fault] = hasSkills(topic.profile)
    ? faultsOfSkill({ path: candidate.path, summary: meta.summary })
    : []
  if (fault !== undefined)
    throw problem(
      'invalid_state',
      `The topic publishes skills, and the candidate is none: its ${fault.pointer.slice(1)} ${fault.message}.`,
    )
}
