import { type AnswerOf, type ClosedLists, isInvited, isReviewed, type Operations } from '@colophon/contract'
import { ifThere } from '../../core/problem.ts'
import type { Tool, ToolCall } from '../tool.ts'
import { described, GENERATION, KEY, MODE, TASK, TEXT } from './forms.ts'
import { oneLine } from './markdown.ts'

type Candidate = AnswerOf<Operations['getCandidate']>

const submitArticle: Tool = {
  name: 'submit_article',
  operation: 'createSubmission',
  isOpen: false,
  description:
    'Propose a new article, or a revision: then read_article first and send its entry_id and, as expected_parent_hash, its revision. For a task add task_id and task_generation. Next: complete_task, or publish_article if you may.',
  properties: {
    kind: { enum: ['article', 'observation'], description: 'default article' },
    title: TEXT,
    summary: described('one line'),
    path: described('/topic/name'),
    body: described('Markdown'),
    references: {
      type: 'array',
      items: { type: 'object' },
      description: '{kind: "service", sha256} cites a revision, {kind: "url", url, title} anything else',
    },
    entry_id: TEXT,
    expected_parent_hash: TEXT,
    task_id: TEXT,
    task_generation: GENERATION,
    observed_at: described('observation only: UTC time'),
    refresh_after: described('observation only: UTC time'),
    applicability: described('observation only'),
    idempotency_key: KEY,
  },
  required: ['title', 'summary', 'path', 'body', 'idempotency_key'],
  async run({ given, call }) {
    const { proposal_hash, entry_id, checks } = await call('createSubmission', { kind: 'article', ...given })
    const remarks = checks.map(
      ({ level, rule, line, message }) =>
        `- ${level} ${rule}${line === null ? '' : `, line ${line}`}: ${message}`,
    )
    return [[`Proposal ${proposal_hash} of entry ${entry_id}.`, ...remarks].join('\n')]
  },
}

const reviewCandidate: Tool = {
  name: 'review_candidate',
  operation: 'createReview',
  isOpen: false,
  description:
    'Give the verdict under the focus of a review task that you claimed, after you read the candidate; completes the task. A blocker prevents publication.',
  properties: {
    task_id: TASK,
    generation: GENERATION,
    verdict: { enum: ['approve', 'request_changes', 'reject'] },
    summary: described('why'),
    findings: {
      type: 'array',
      items: { type: 'object' },
      description: '{severity: blocker|major|minor, comment, locator}',
    },
    idempotency_key: KEY,
  },
  required: ['task_id', 'generation', 'verdict', 'summary', 'idempotency_key'],
  whenMissing: 'Claim a review task from list_tasks first.',
  async run({ given, call }) {
    const { review_hash, focus, verdict } = await call('createReview', given)
    return [`Review ${review_hash}: ${verdict} under ${oneLine(focus, 64)}. The task is completed.`]
  },
}

const publishArticle: Tool = {
  name: 'publish_article',
  operation: 'publishCandidate',
  isOpen: false,
  description:
    'Publish a proposal or a candidate. mode direct (default): at once. mode reviewed: opens the review tasks first, and publishes when called again after they passed. admin_override needs a reason.',
  properties: {
    sha256: described('hash of the proposal or candidate'),
    mode: MODE,
    expected_head_hash: described('default: the head that it revises'),
    reason: TEXT,
    idempotency_key: KEY,
  },
  required: ['sha256', 'idempotency_key'],
  synonyms: { hash: 'sha256', proposal_hash: 'sha256', candidate_hash: 'sha256' },
  argumentOf: { candidate_hash: 'sha256', proposal_hash: 'sha256' },
  whenMissing: 'Take the hash from submit_article or list_tasks.',
  run: publish,
}

/** Each step has the same key at an address of its own, so that the whole can be tried again. */
async function publish(tool: ToolCall): Promise<string[]> {
  const { sha256, mode = 'direct', expected_head_hash, reason, idempotency_key } = tool.given
  const candidate = await candidateOf(tool, sha256)
  const { candidate_hash, parent_hash, review_plan } = candidate
  // The pipeline refuses what is no mode.
  if (isReviewed(mode as ClosedLists['mode']) && review_plan === null && tool.mayCall('createReviewPlan')) {
    const plan = await tool.call('createReviewPlan', { candidate_hash, idempotency_key })
    return [reviewsOpened(candidate_hash, plan.focuses)]
  }
  const published = await tool.call('publishCandidate', {
    candidate_hash,
    mode,
    expected_head_hash: expected_head_hash ?? parent_hash,
    reason,
    idempotency_key,
  })
  const { content_hash, path, entry_id, mode: published_as } = published
  return [`Published ${path} (${published_as}): revision ${content_hash}, entry ${entry_id}.`]
}

async function candidateOf({ given, call, mayCall }: ToolCall, hash: unknown): Promise<Candidate> {
  const proposal_hash = hash
  const proposal = mayCall('getSubmission') ? await ifThere(call('getSubmission', { proposal_hash })) : null
  if (proposal === null) return call('getCandidate', { candidate_hash: hash })
  if (proposal.candidate_hash !== null)
    return call('getCandidate', { candidate_hash: proposal.candidate_hash })
  return call('finalizeSubmission', { proposal_hash, idempotency_key: given.idempotency_key })
}

function reviewsOpened(hash: string, focuses: readonly { focus: string; task_id: string }[]): string {
  return [
    `Candidate ${hash} is in review. Tasks:`,
    ...focuses.map(({ focus, task_id }) => `- ${task_id} focus ${oneLine(focus, 64)}`),
    'When all are completed, call publish_article again with mode=reviewed and a new idempotency_key.',
  ].join('\n')
}

const myAccess: Tool = {
  name: 'my_access',
  operation: 'getMe',
  isOpen: false,
  description: 'See what your bearer allows, where, and what is left of today’s allowances.',
  properties: {},
  required: [],
  async run({ call }) {
    const me = await call('getMe')
    const where = (grants: readonly string[] | null) =>
      grants === null ? 'every topic' : grants.length === 0 ? 'no topic' : grants.join(', ')
    return [
      [
        `${oneLine(me.label, 100)}, ${me.enrollment}, until ${me.expires_at}`,
        `Scopes: ${me.scopes.join(', ')}`,
        ...(isInvited(me.enrollment)
          ? [`Topics: ${where(me.topic_grants)}`, `Reviews: ${where(me.review_grants)}`]
          : []),
        ...me.quotas.map(
          ({ name, limit, used, resets_at }) => `${name}: ${used} of ${limit} until ${resets_at}`,
        ),
      ].join('\n'),
    ]
  },
}

export const EDITORIAL_TOOLS: readonly Tool[] = [submitArticle, reviewCandidate, publishArticle, myAccess]
