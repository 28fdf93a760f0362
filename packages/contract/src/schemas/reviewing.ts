import { Count, component, Hash, nullable, oneOf, Timestamp, TopicSlug, Uuid } from '../fields.ts'
import { type Static, Type } from '../schema.ts'

/** What a review decides. */
export const Verdict = oneOf(['approve', 'request_changes', 'reject'])
/** How much a finding matters. */
export const Severity = oneOf(['blocker', 'major', 'minor'])
/** How evidence is made: by a person who read the source, or by the service that fetched it. */
export const EvidenceMethod = oneOf(['manual-source-v1', 'url-transport-v1'])

/** The reviews of a candidate, one for each focus. */
export const ReviewPlanView = component('ReviewPlanOfCandidate', {
  plan_id: Uuid,
  created_at: Timestamp,
  focuses: Type.Array(
    component('PlannedFocus', {
      focus: Type.String(),
      task_id: Uuid,
      state: oneOf(['pending', 'done']),
    }),
  ),
})

/** The reviews of a candidate, with the policy that asks for them. */
export const ReviewPlan = component('ReviewPlan', {
  ...ReviewPlanView.properties,
  candidate_hash: Hash,
  topic_id: TopicSlug,
  policy_hash: Hash,
})

/** Whether a candidate may be published as reviewed, and what is missing if not. */
export const Coverage = component('Coverage', {
  passes: nullable(
    Type.Boolean({ description: 'null for a caller who may not know it yet: the reviews are blind.' }),
  ),
  focuses: Type.Array(
    component('CoveredFocus', {
      focus: Type.String(),
      state: oneOf(
        ['pending', 'done', 'approve', 'request_changes', 'reject'],
        'The verdict for those who may see it, `done` for others.',
      ),
    }),
  ),
  evidence: component('EvidenceCoverage', { required: Count, counted: Count }),
  missing: Type.Array(Type.String({ description: 'A sentence that says what is missing.' })),
})
export type Coverage = Static<typeof Coverage>

const Finding = component('Finding', {
  severity: Severity,
  locator: nullable(Type.String()),
  comment: Type.String(),
})

/** A review of a candidate under one focus. */
export const Review = component('Review', {
  review_hash: Hash,
  candidate_hash: Hash,
  task_id: Uuid,
  focus: Type.String(),
  verdict: Verdict,
  summary: Type.String(),
  findings: Type.Array(Finding),
  reviewer: Type.String(),
  created_at: Timestamp,
})

/** A row of evidence; what its method does not have is null. */
export const Evidence = component('Evidence', {
  evidence_id: Uuid,
  evidence_hash: Hash,
  candidate_hash: Hash,
  topic_id: TopicSlug,
  method: EvidenceMethod,
  method_version: oneOf(['1']),
  subject: Type.String(),
  selector: Type.String(),
  source_locator: Type.String(),
  observed_result: nullable(Type.String()),
  tool: nullable(component('EvidenceTool', { name: Type.String(), version: Type.String() })),
  source_lineage: nullable(Type.String()),
  limitations: nullable(Type.String()),
  status: nullable(Type.Integer()),
  final_url: nullable(Type.String()),
  content_type: nullable(Type.String()),
  content_sha256: nullable(Hash),
  size: nullable(Count),
  failure: nullable(
    oneOf([
      'dns_failed',
      'connection_failed',
      'tls_failed',
      'timed_out',
      'too_large',
      'too_many_redirects',
      'bad_response',
    ]),
  ),
  checked_at: Timestamp,
  expires_at: Timestamp,
  counts: Type.Boolean({ description: 'It is sound, unexpired and unchallenged now.' }),
  submitted_by: Type.String(),
  created_at: Timestamp,
  challenge: nullable(
    component('EvidenceChallenge', {
      selector: Type.String(),
      reason: Type.String(),
      challenged_by: Type.String(),
      challenged_at: Timestamp,
    }),
  ),
})
