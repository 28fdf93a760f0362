import { randomUUID } from 'node:crypto'
import type { AnswerOf, BodyOf, Operations } from '@colophon/contract'
import type { App } from '../../src/app.ts'
import { OPERATOR } from '../../src/core/authority.ts'
import { dispatchAs } from '../../src/pipeline/dispatch.ts'
import { NO_CREDENTIAL } from '../../src/pipeline/request.ts'
import type { Answer } from './answer.ts'

type Submission = BodyOf<Operations['createSubmission']>
export type IssuedToken = AnswerOf<Operations['issueToken']> & { token: string }
export type TokenWish = Omit<BodyOf<Operations['issueToken']>, 'label'> & { label?: string }
export type Published = AnswerOf<Operations['publishCandidate']> & { proposal_hash: string }

/** What a publication needs beyond its path; everything else has a plain value. */
export type PublicationWish = Partial<Submission> & {
  path: string
  mode?: 'direct' | 'reviewed' | 'admin_override'
  reason?: string
  token?: string
  /** Revises this one: its entry, with it as parent and expected head. */
  revises?: { entry_id: string; content_hash: string }
}

/** Sends a POST as a caller. */
export type Post = (path: string, body: unknown, wish: { token: string }) => Promise<Answer>

/** A token from the operator, without HTTP: an administrator unless something else is wished for. */
export async function issueAsOperator(app: App, wish: TokenWish): Promise<IssuedToken> {
  const preset = wish.preset ?? (wish.scopes ? undefined : 'administrator')
  const outcome = await dispatchAs(app, OPERATOR, {
    operation: 'issueToken',
    params: {},
    query: {},
    credential: NO_CREDENTIAL,
    idempotencyKey: randomUUID(),
    requestId: randomUUID(),
    network: null,
    readBody: async () => ({ label: 'somebody', ...wish, ...(preset ? { preset } : {}) }),
  })
  return outcome.body as IssuedToken
}

export function submissionOf({
  mode: _,
  reason: __,
  token: ___,
  revises,
  ...wish
}: PublicationWish): Submission {
  return {
    kind: 'article',
    title: `About ${wish.path}`,
    summary: `What to know about ${wish.path}.`,
    body: `# ${wish.path}\n\nSomething worth reading.\n`,
    ...(revises ? { entry_id: revises.entry_id, expected_parent_hash: revises.content_hash } : {}),
    ...wish,
  }
}

/** Submits and finalizes: answers the candidate and the hash of its proposal. */
export async function makeCandidate(post: Post, wish: PublicationWish & { token: string }) {
  const caller = { token: wish.token }
  const submitted = (await post('/api/v1/submissions', submissionOf(wish), caller)).as('createSubmission')
  const finalized = await post(`/api/v1/submissions/${submitted.proposal_hash}/finalize`, {}, caller)
  return finalized.as('finalizeSubmission')
}

export async function publish(post: Post, wish: PublicationWish & { token: string }): Promise<Published> {
  const { candidate_hash, proposal_hash } = await makeCandidate(post, wish)
  const answer = await post(
    `/api/v1/candidates/${candidate_hash}/publish`,
    {
      mode: wish.mode ?? 'direct',
      expected_head_hash: wish.revises?.content_hash ?? wish.expected_parent_hash ?? null,
      ...(wish.reason ? { reason: wish.reason } : {}),
    },
    { token: wish.token },
  )
  return { ...answer.as('publishCandidate'), proposal_hash }
}

export async function makeTopic(
  post: Post,
  { id, visibility, token }: { id: string; visibility: 'public' | 'invited'; token: string },
): Promise<void> {
  const body = { id, title: `Topic ${id}`, summary: `All about ${id}.` }
  ;(await post('/api/v1/topics', body, { token })).as('createTopic')
  if (visibility === 'invited') return
  const opened = { expected_visibility: 'invited', visibility, reason: 'ready for readers' }
  ;(await post(`/api/v1/topics/${id}/visibility`, opened, { token })).as('changeVisibility')
}
