import type { AllowanceLeft } from '../../core/problem.ts'

const DAY_SECONDS = 86_400

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): a reader's own day, and nobody else's. */
export function rateHeaders(allowances: readonly AllowanceLeft[], now: string): string[] {
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
