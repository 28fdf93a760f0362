/** The topics of a grant in words; null is every topic. */
export function grantsText(slugs: readonly string[] | null): string {
  if (slugs === null) return 'all'
  return slugs.length === 0 ? 'none' : slugs.join(', ')
}
