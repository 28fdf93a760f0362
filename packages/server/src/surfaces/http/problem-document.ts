import { PROBLEMS, RETRY_AFTER_SECONDS } from '@colophon/contract'
import { Problem, problem } from '../../core/problem.ts'
import { isFullDisk } from '../../storage/portable.ts'

/** A problem as RFC 9457 has it, with the fields of the contract. */
export function problemDocument(failed: Problem, place: { baseUrl: string; requestId: string }) {
  const kind = PROBLEMS[failed.code]
  const { facts } = failed
  return {
    type: `${place.baseUrl}/problems/${failed.code}`,
    title: kind.title,
    status: kind.status,
    detail: failed.message,
    instance: `urn:uuid:${place.requestId}`,
    code: failed.code,
    request_id: place.requestId,
    retryable: kind.retryable,
    errors: facts.errors ?? null,
    ...(facts.current === undefined ? {} : { current: facts.current }),
    quota: facts.quota ?? null,
    limit: facts.limit ?? null,
    resets_at: facts.resets_at ?? null,
    ...(facts.missing === undefined ? {} : { missing: facts.missing }),
  }
}

/** The headers that a problem adds to those of every answer. */
export function problemHeaders(failed: Problem): string[] {
  const { status, retryAfter } = { status: failed.status, retryAfter: failed.facts.retryAfter }
  const wait = retryAfter ?? (failed.code === 'overloaded' ? RETRY_AFTER_SECONDS.overloaded : undefined)
  return [
    ...(status === 401 ? ['WWW-Authenticate', 'Bearer'] : []),
    ...(wait === undefined ? [] : ['Retry-After', String(Math.max(1, Math.ceil(wait)))]),
  ]
}

/**
 * What a caller is told of a fault of ours: nothing of its cause but that a disk is full, which an operator can mend,
 * and that the same request may be sent again.
 */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isFullDisk(error))
    return problem(
      'overloaded',
      'The press has no room left to write to; nothing was done by halves.',
      {},
      error,
    )
  return problem('overloaded', 'The press met a fault of its own; nothing was done by halves.', {}, error)
}
