export type TokenStatus = 'active' | 'expired' | 'revoked'

/** A token is over at the very instant that it names, and a revocation outlives its time. */
export function tokenStatus(
  token: { revoked_at: string | null; expires_at: string },
  now: string,
): TokenStatus {
  if (token.revoked_at !== null) return 'revoked'
  return token.expires_at <= now ? 'expired' : 'active'
}
