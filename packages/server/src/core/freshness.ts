/** Whether what was observed is asked to be checked again by now; null where it has no such date. */
export function freshnessAt(refreshAfter: string | null, now: string): 'fresh' | 'due' | null {
  if (refreshAfter === null) return null
  return refreshAfter <= now ? 'due' : 'fresh'
}
