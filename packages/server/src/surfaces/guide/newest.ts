import type { AnswerOf, Operations } from '@colophon/contract'
import { LIST_LIMITS } from '@colophon/contract'
import type { Door } from '../viewer/door.ts'

export type Listed = AnswerOf<Operations['listIndex']>['items'][number]
export type Topic = AnswerOf<Operations['getTopic']>

/** The newest listed entries, at most `limit`. */
export async function newestEntries(door: Door, limit: number, topic?: string): Promise<Listed[]> {
  return walk(limit, (page) => door.call('listIndex', { query: { ...page, topic } }))
}

/** The topics in the order of their slugs, at most `limit`. */
export function topicsOf(door: Door, limit: number): Promise<Topic[]> {
  return walk(limit, (page) => door.call('listTopics', { query: page }))
}

interface Page<T> {
  items: T[]
  next_cursor: string | null
}

async function walk<T>(
  limit: number,
  read: (page: { limit: number; cursor: string | undefined }) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | null | undefined
  while (cursor !== null && found.length < limit) {
    const page: Page<T> = await read({
      limit: Math.min(LIST_LIMITS.largestPage, limit - found.length),
      cursor,
    })
    found.push(...page.items)
    cursor = page.next_cursor
  }
  return found
}
