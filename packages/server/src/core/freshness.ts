/** What is known of how a revision holds up, beside its text. */
export interface Standing {
  /** A row of its evidence was challenged, or a suggestion about it was accepted and is open. */
  readonly isChallenged: boolean
  /** When the first row of its evidence expires or has expired; null without one. */
  readonly expiresAt: string | null
}

/** Nothing is known. */
export const NO_STANDING: Standing = { isChallenged: false, expiresAt: null }

/**
 * Whether a revision may still be relied on, from its own date and from its evidence, never from its age: `due` from the very
 * millisecond at which it is to be checked again or a row of its evidence expires; null where nothing is known.
 */
export function freshnessAt(
  refreshAfter: string | null,
  now: string,
  { isChallenged, expiresAt }: Standing = NO_STANDING,
): 'fresh' | 'due' | 'challenged' | null {
  if (isChallenged) return 'challenged'
  const dates = [refreshAfter, expiresAt].filter((date) => date !== null)
  if (dates.length === 0) return null
  return dates.some((date) => date <= now) ? 'due' : 'fresh'
}
