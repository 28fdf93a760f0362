import type { AllowanceLeft } from '../../core/problem.ts'

const DAY_SECONDS = 86_400

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): a reader's own day, and nobody else's. */
export function rateHeaders(allowances: readonly AllowanceLeft[], now: string): string[] {
  if (allowances.length === 0) return []
  const policy = allowances.map(({ name, limit }) => `"${name}";q=${limit};w=${DAY_SECONDS}`)
  const time = Date.parse(now)
  const left = allowances.map(({ name, limit, used, resets_at }) => {
    const seconds = Math.max(0, Math.ceil((Date.parse(resets_at) - time) / 1000))
    return `"${name}";r=${Math.max(0, limit - used)};t=${seconds}`
  })
  return ['RateLimit-Policy', policy.join(', '), 'RateLimit', left.join(', ')]
}
