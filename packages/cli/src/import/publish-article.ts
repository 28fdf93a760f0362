import { hash, randomUUID } from 'node:crypto'
import { type CallOperation, ColophonProblem } from '@colophon/client'
import type { AnswerOf, BodyOf, Operations } from '@colophon/contract'
import type { Article } from './article-of-file.ts'

type ArticleReceipt = AnswerOf<Operations['publishCandidate']>
type Submission = BodyOf<Operations['createSubmission']>

/** The published revision that a new one follows. */
export interface ExpectedHead {
  readonly entry_id: string
  readonly content_hash: string
  readonly path: string
}

interface Publishing {
  readonly article: Article
  readonly path: string
  /** null for a new entry. */
  readonly head: ExpectedHead | null
}

/**
 * Submits, finalizes and publishes. The keys follow from what is published, so that an import that was
 * killed between two steps goes on with its own proposal instead of leaving it behind, and two imports at the
 * same time publish once.
 */
export async function publishArticle(call: CallOperation, publishing: Publishing): Promise<ArticleReceipt> {
  const body = submissionOf(publishing)
  try {
    return await publishWith(call, body, hash('sha256', JSON.stringify(body), 'hex'))
  } catch (error) {
    // A curator decided about what an earlier import had left: that stands, and this is a new submission.
    if (!(error instanceof DecidedAlready)) throw error
    return await publishWith(call, body, randomUUID())
  }
}

class DecidedAlready extends Error {}

function submissionOf({ article, path, head }: Publishing): Submission {
  if (head === null) return { ...article, path }
  return { ...article, path: head.path, entry_id: head.entry_id, expected_parent_hash: head.content_hash }
}

async function publishWith(call: CallOperation, body: Submission, act: string): Promise<ArticleReceipt> {
  const { proposal_hash } = await call('createSubmission', { body, idempotencyKey: `import-submit-${act}` })
  const { candidate_hash } = await finalize(call, proposal_hash, act)
  return await call('publishCandidate', {
    params: { candidate_hash },
    body: { mode: 'direct', expected_head_hash: body.expected_parent_hash ?? null },
    idempotencyKey: `import-publish-${act}`,
  })
}

async function finalize(call: CallOperation, proposalHash: string, act: string) {
  try {
    return await call('finalizeSubmission', {
      params: { proposal_hash: proposalHash },
      idempotencyKey: `import-finalize-${act}`,
    })
  } catch (error) {
    const isDecided =
      error instanceof ColophonProblem &&
      (error.code === 'already_finalized' || error.code === 'invalid_state')
    throw isDecided ? new DecidedAlready('decided already', { cause: error }) : error
  }
}
