import { Instant, line, optional, strictObject, text, Uuid } from '../fields.ts'
import { EVIDENCE_LIMITS, FIELD_LIMITS, REVIEW_LIMITS } from '../limits.ts'
import { INVITED, operation, withScope } from '../operation.ts'
import { Type } from '../schema.ts'
import { page, pageQuery } from '../schemas/page.ts'
import {
  Coverage,
  Evidence,
  EvidenceMethod,
  Review,
  ReviewPlan,
  Severity,
  Verdict,
} from '../schemas/reviewing.ts'

const tool = strictObject({
  name: line(EVIDENCE_LIMITS.lineCharacters),
  version: line(EVIDENCE_LIMITS.lineCharacters),
})

/** Review plans, reviews and evidence. */
export const reviewing = {
  createReviewPlan: operation({
    id: 'createReviewPlan',
    method: 'POST',
    path: '/api/v1/candidates/{candidate_hash}/review-plan',
    tag: 'editorial',
    summary: 'Open one review task for each focus of the policy in force',
    access: withScope('curate'),
    params: { candidate_hash: 'candidate' },
    body: strictObject({}),
    status: 201,
    answer: ReviewPlan,
    problems: ['already_exists'],
  }),
  createReview: operation({
    id: 'createReview',
    method: 'POST',
    path: '/api/v1/reviews',
    tag: 'editorial',
    summary: 'Give the verdict on a candidate under one focus, and complete the review task',
    access: withScope('review'),
    names: { key: 'task_id', resource: 'task' },
    body: strictObject({
      task_id: Uuid,
      generation: Type.Integer({ minimum: 1 }),
      verdict: Verdict,
      summary: text(REVIEW_LIMITS.summaryCharacters),
      findings: optional(
        Type.Array(
          strictObject({
            severity: Severity,
            locator: optional(line(REVIEW_LIMITS.locatorCharacters)),
            comment: text(REVIEW_LIMITS.commentCharacters),
          }),
          { maxItems: REVIEW_LIMITS.findings },
        ),
      ),
    }),
    status: 201,
    answer: Review,
    problems: ['lease_lost', 'invalid_state'],
  }),
  listReviews: operation({
    id: 'listReviews',
    method: 'GET',
    path: '/api/v1/candidates/{candidate_hash}/reviews',
    tag: 'editorial',
    summary: 'List the reviews of a candidate that the caller may see, oldest first',
    description:
      'Reviews are blind until the plan is complete: a reviewer sees own reviews, the author of the candidate none, curators other than the author all.',
    access: withScope('review'),
    params: { candidate_hash: 'candidate' },
    query: strictObject(pageQuery),
    status: 200,
    answer: page('ReviewPage', Review),
  }),
  getCoverage: operation({
    id: 'getCoverage',
    method: 'GET',
    path: '/api/v1/candidates/{candidate_hash}/coverage',
    tag: 'editorial',
    summary: 'Read whether reviews and evidence cover a candidate, and what is missing',
    access: INVITED,
    params: { candidate_hash: 'candidate' },
    status: 200,
    answer: Coverage,
  }),
  createEvidence: operation({
    id: 'createEvidence',
    method: 'POST',
    path: '/api/v1/candidates/{candidate_hash}/evidence',
    tag: 'editorial',
    summary: 'Add a row of evidence to a candidate',
    description:
      "A `manual-source-v1` row is the sender's own account. For `url-transport-v1` send subject, selector and source_locator: the service fetches the address and stores what it found, which says nothing about its truth.",
    access: withScope('review'),
    params: { candidate_hash: 'candidate' },
    body: strictObject({
      method: EvidenceMethod,
      method_version: optional(Type.String({ pattern: '^1$' })),
      subject: line(EVIDENCE_LIMITS.lineCharacters),
      selector: line(EVIDENCE_LIMITS.lineCharacters),
      source_locator: line(FIELD_LIMITS.urlCharacters),
      observed_result: optional(text(EVIDENCE_LIMITS.textCharacters)),
      tool: optional(tool),
      source_lineage: optional(text(EVIDENCE_LIMITS.textCharacters)),
      limitations: optional(text(EVIDENCE_LIMITS.textCharacters)),
      checked_at: optional(Instant),
      expires_at: optional(Instant),
    }),
    status: 201,
    answer: Evidence,
    problems: ['invalid_state'],
  }),
  listEvidence: operation({
    id: 'listEvidence',
    method: 'GET',
    path: '/api/v1/candidates/{candidate_hash}/evidence',
    tag: 'editorial',
    summary: 'List the evidence of a candidate, oldest first',
    access: withScope('review'),
    params: { candidate_hash: 'candidate' },
    query: strictObject(pageQuery),
    status: 200,
    answer: page('EvidencePage', Evidence),
  }),
  challengeEvidence: operation({
    id: 'challengeEvidence',
    method: 'POST',
    path: '/api/v1/evidence/{evidence_id}/challenge',
    tag: 'editorial',
    summary: 'Challenge a row of evidence: it is kept, and counts no longer',
    access: withScope('curate'),
    params: { evidence_id: 'evidence' },
    body: strictObject({
      selector: line(EVIDENCE_LIMITS.lineCharacters),
      reason: text(FIELD_LIMITS.reasonCharacters),
    }),
    status: 200,
    answer: Evidence,
    problems: ['invalid_state'],
  }),
} as const
