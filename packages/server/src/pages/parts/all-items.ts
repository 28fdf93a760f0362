/** A page of a list, as every list of the contract answers. */
interface PageOf<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}

/** Every item of a list, page by page; the list is left at the first item that ends it. */
export async function allItems<T>(
  read: (cursor: string | undefined) => Promise<PageOf<T>>,
  isPast: (item: T) => boolean = () => false,
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await read(cursor)
    const end = items.findIndex(isPast)
    if (end >= 0) return [...found, ...items.slice(0, end)]
    found.push(...items)
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}
