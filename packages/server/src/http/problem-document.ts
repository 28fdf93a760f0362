import { PROBLEMS, RETRY_AFTER_SECONDS } from '@colophon/contract'
import { Problem, problem, type RemainingAllowance } from '../core/problem.ts'
import type { Settings } from '../runtime/settings.ts'
import { isFullDisk } from '../storage/portable.ts'
import { offersAuthorization, resourceMetadataPath } from './authorization-offer.ts'

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

/** Where the problem is told, if it is told to a client that could ask for a token there. */
interface ChallengePlace {
  readonly settings: Settings
  readonly url: string
}

/** The headers that a problem adds to those of every answer. */
export function problemHeaders(failed: Problem, place: ChallengePlace | null = null): string[] {
  const { status, retryAfter } = { status: failed.status, retryAfter: failed.facts.retryAfter }
  const wait = retryAfter ?? (failed.code === 'overloaded' ? RETRY_AFTER_SECONDS.overloaded : undefined)
  return [
    ...(status === 401 ? ['WWW-Authenticate', challengeOf(failed, place)] : []),
    ...(failed.facts.size === undefined
      ? []
      : ['Accept-Ranges', 'bytes', 'Content-Range', `bytes */${failed.facts.size}`]),
    ...(wait === undefined ? [] : ['Retry-After', String(Math.max(1, Math.ceil(wait)))]),
  ]
}

/** RFC 6750 and RFC 9728: what is wrong with the bearer, and where the client learns how to get one. */
function challengeOf({ code }: Problem, place: ChallengePlace | null): string {
  if (place === null) return 'Bearer'
  const { settings, url } = place
  const facts = [
    ...(offersAuthorization(settings)
      ? [`resource_metadata="${settings.baseUrl}${resourceMetadataPath(url)}"`]
      : []),
    ...(code === 'invalid_token' ? ['error="invalid_token"'] : []),
  ]
  return facts.length === 0 ? 'Bearer' : `Bearer ${facts.join(', ')}`
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
      'The disk of the press is full; there are no partial writes. Retry with the same key.',
      {},
      error,
    )
  return problem(
    'overloaded',
    'The press failed to answer; there are no partial writes. Retry with the same key.',
    {},
    error,
  )
}

const DAY_SECONDS = 86_400

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): a reader's own day, and nobody else's. */
export function rateHeaders(allowances: readonly RemainingAllowance[], now: string): string[] {
  const [first] = allowances
  if (first === undefined) return []
  // All of them come back with the day.
  const seconds = Math.max(0, Math.ceil((Date.parse(first.resets_at) - Date.parse(now)) / 1000))
  const policy = allowances.map(({ name, limit }) => `"${name}";q=${limit};w=${DAY_SECONDS}`)
  const left = allowances.map(
    ({ name, limit, used }) => `"${name}";r=${Math.max(0, limit - used)};t=${seconds}`,
  )
  return ['RateLimit-Policy', policy.join(', '), 'RateLimit', left.join(', ')]
}
