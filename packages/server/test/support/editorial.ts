import type { BodyOf, Operations } from '@colophon/contract'
import { addDays } from '../../src/core/utc-day.ts'
import type { Answer } from './answer.ts'
import type { Site } from './site.ts'
import { type PublicationWish, submissionOf } from './steps.ts'

type EvidenceBody = BodyOf<Operations['createEvidence']>

/** A row of evidence as somebody writes it down. */
export function manualEvidence(checkedAt: string, differs: Partial<EvidenceBody> = {}): EvidenceBody {
  return {
    method: 'manual-source-v1',
    subject: 'The rule for leap years',
    selector: 'section 3, first sentence',
    source_locator: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-C',
    observed_result: 'A year divisible by 400 is a leap year.',
    tool: { name: 'curl', version: '8.5.0' },
    source_lineage: 'The RFC itself, from its publisher.',
    limitations: 'Says nothing about calendars before 1582.',
    checked_at: checkedAt,
    expires_at: addDays(checkedAt, 30),
    ...differs,
  }
}

/** A locator to be fetched. */
export function urlEvidence(locator: string): EvidenceBody {
  return { method: 'url-transport-v1', subject: 'The source', selector: 'the page', source_locator: locator }
}

export interface Planned {
  candidate_hash: string
  entry_id: string
  /** Task ids by focus, in the order of the policy. */
  tasks: Record<string, string>
}

/** Everybody who takes part, each an identity of its own. */
export interface Desk {
  author: string
  curator: string
  /** Two reviewers with a review grant. */
  reviewers: [string, string]
}

export async function openDesk(site: Site): Promise<Desk> {
  const reviewer = () => site.token({ preset: 'reviewer', label: 'reviewer', review_grants: ['tools'] })
  return {
    author: await site.token({ preset: 'contributor', label: 'author' }),
    curator: await site.token({ preset: 'curator', label: 'curator' }),
    reviewers: [await reviewer(), await reviewer()],
  }
}

/** The author's candidate, accepted by the curator. */
export async function draft(site: Site, desk: Desk, wish: PublicationWish) {
  const body = submissionOf(wish)
  const submitted = (await site.post('/api/v1/submissions', body, { token: desk.author })).as(
    'createSubmission',
  )
  const path = `/api/v1/submissions/${submitted.proposal_hash}/finalize`
  return (await site.post(path, {}, { token: desk.curator })).as('finalizeSubmission')
}

export async function plan(site: Site, desk: Desk, candidateHash: string): Promise<Record<string, string>> {
  const path = `/api/v1/candidates/${candidateHash}/review-plan`
  const { focuses } = (await site.post(path, {}, { token: desk.curator })).as('createReviewPlan')
  return Object.fromEntries(focuses.map(({ focus, task_id }) => [focus, task_id]))
}

/** A candidate of the author with its review plan. */
export async function planned(site: Site, desk: Desk, wish: PublicationWish): Promise<Planned> {
  const { candidate_hash, entry_id } = await draft(site, desk, wish)
  return { candidate_hash, entry_id, tasks: await plan(site, desk, candidate_hash) }
}

export function claim(site: Site, taskId: string | undefined, token: string): Promise<Answer> {
  return site.post(`/api/v1/tasks/${taskId}/claim`, {}, { token })
}

export type Judgement = Partial<BodyOf<Operations['createReview']>>

/** Claims a review task and gives the verdict: an approval unless the judgement says otherwise. */
export async function judge(
  site: Site,
  taskId: string | undefined,
  { token, ...judgement }: Judgement & { token: string },
): Promise<Answer> {
  const { generation } = (await claim(site, taskId, token)).as('claimTask')
  return site.post('/api/v1/reviews', reviewOf({ task_id: taskId ?? '', generation, ...judgement }), {
    token,
  })
}

export function reviewOf(
  judgement: Judgement & { task_id: string; generation: number },
): BodyOf<Operations['createReview']> {
  return { verdict: 'approve', summary: 'I read it and checked the source.', findings: [], ...judgement }
}

/** Approves every focus, each by another reviewer. */
export async function approveAll(site: Site, desk: Desk, tasks: Record<string, string>): Promise<void> {
  for (const [place, taskId] of Object.values(tasks).entries())
    (await judge(site, taskId, { token: desk.reviewers[place] ?? '' })).as('createReview')
}

export function publish(
  site: Site,
  candidateHash: string,
  wish: { token: string; mode?: string; head?: string | null },
): Promise<Answer> {
  const body = { mode: wish.mode ?? 'reviewed', expected_head_hash: wish.head ?? null }
  return site.post(`/api/v1/candidates/${candidateHash}/publish`, body, { token: wish.token })
}

export async function setPolicy(site: Site, differs: object): Promise<void> {
  const { policy_hash } = (await site.get('/api/v1/topics/tools', { token: site.admin })).as('getTopic')
  const body = { expected_policy_hash: policy_hash, ...differs }
  ;(await site.post('/api/v1/topics/tools/policy', body, { token: site.admin })).as('setPolicy')
}

/** By a suggestion about a revision of `tools`, which a curator accepts. */
export async function challengeBySuggestion(site: Site, hash: string): Promise<void> {
  const body = { topic_id: 'tools', kind: 'correction', question: 'Is it so?', motivation: 'I doubt it.' }
  const made = { ...body, related_hashes: [hash] }
  const { suggestion_id } = (await site.post('/api/v1/suggestions', made, { token: site.admin })).as(
    'createSuggestion',
  )
  const accepted = { state: 'accepted', expected_triage_state: 'untriaged', reason: 'Worth a look.' }
  const path = `/api/v1/suggestions/${suggestion_id}/triage`
  ;(await site.post(path, accepted, { token: site.admin })).as('triageSuggestion')
}
