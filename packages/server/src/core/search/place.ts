/**
 * Where a page of results ended, and what its scores were measured by: with the same numbers an entry has the
 * same score on every page, so that paging neither skips nor repeats it while others publish.
 */
export type SearchPlace = [
  score: number,
  entryId: string,
  since: number,
  documents: number,
  lengths: readonly number[],
  frequencies: readonly number[],
]

export function isSearchPlace(value: unknown): value is SearchPlace {
  if (!Array.isArray(value) || value.length !== 6) return false
  const [score, entryId, since, documents, lengths, frequencies] = value
  return (
    [score, since, documents].every(isNumber) &&
    typeof entryId === 'string' &&
    [lengths, frequencies].every((list) => Array.isArray(list) && list.every(isNumber))
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
