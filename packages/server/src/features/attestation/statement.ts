import { isReviewed } from '@colophon/contract'
import { plannedFocuses } from '../../catalog/review-plans.ts'
import type { EvidenceRow, PublicationRow, ReviewPlanRow } from '../../storage/rows/editorial.ts'
import type { PolicyRow } from '../../storage/rows/topics.ts'
import type { RevisionMeta } from '../../text/front-matter.ts'

/** What a statement says is called by this in in-toto. */
const PREDICATE_TYPE = 'urn:colophon:publication:v1'

/** All that is stated of a published revision. */
export interface Attested {
  readonly baseUrl: string
  readonly sha256: string
  readonly meta: RevisionMeta
  readonly publication: Pick<PublicationRow, 'publication_hash' | 'mode' | 'published_at'>
  /** The plan by which it was reviewed, and the policy that asked for it; null where there is none. */
  readonly review: { readonly plan: ReviewPlanRow; readonly policy: PolicyRow } | null
  /** Sound rows, the newest first. */
  readonly evidence: readonly Pick<
    EvidenceRow,
    'evidence_hash' | 'method' | 'checked_at' | 'expires_at' | 'challenged_at'
  >[]
}

/**
 * The in-toto statement about a revision. It says nothing of the time at which it is made: the same facts are the same
 * bytes. Of reviews it tells those that a reviewed publication rests on, which all approve.
 */
export function statementOf({ baseUrl, sha256, meta, publication, review, evidence }: Attested) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: meta.path, uri: `${baseUrl}/objects/${sha256}`, digest: { sha256 } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      press: baseUrl,
      topic_id: meta.topic_id,
      entry_id: meta.entry_id,
      title: meta.title,
      parent_hash: meta.parent_hash,
      publication_hash: publication.publication_hash,
      mode: publication.mode,
      published_at: publication.published_at,
      coverage: isReviewed(publication.mode) ? coverageOf(review) : null,
      evidence: evidence.map(({ evidence_hash, method, checked_at, expires_at, challenged_at }) => ({
        evidence_hash,
        method,
        checked_at,
        expires_at,
        challenged_at,
      })),
    },
  }
}

function coverageOf(review: Attested['review']) {
  if (review === null) throw new Error('what is published as reviewed has a review plan')
  const { plan, policy } = review
  return {
    passes: true,
    policy_hash: policy.policy_hash,
    focuses: plannedFocuses(plan).map(({ focus }) => ({ focus, verdict: 'approve' })),
    evidence_required: policy.minimum_evidence,
  }
}
