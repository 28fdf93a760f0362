import type { AnswerOf, Operations } from '@colophon/contract'
import { LIST_LIMITS } from '@colophon/contract'
import type { Api } from '../pages/api.ts'

export type FeedEntry = AnswerOf<Operations['listIndex']>['items'][number]
export type FeedTopic = AnswerOf<Operations['getTopic']>

/** The newest listed entries, at most `limit`. */
export async function newestEntries(api: Api, limit: number, topic?: string): Promise<FeedEntry[]> {
  return walk(limit, (page) => api.call('listIndex', { query: { ...page, topic } }))
}

/** The topics in the order of their slugs, at most `limit`. */
export function topicsOf(api: Api, limit: number): Promise<FeedTopic[]> {
  return walk(limit, (page) => api.call('listTopics', { query: page }))
}

interface FeedPage<T> {
  items: T[]
  next_cursor: string | null
}

async function walk<T>(
  limit: number,
  read: (page: { limit: number; cursor: string | undefined }) => Promise<FeedPage<T>>,
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | null | undefined
  while (cursor !== null && found.length < limit) {
    const page: FeedPage<T> = await read({
      limit: Math.min(LIST_LIMITS.largestPage, limit - found.length),
      cursor,
    })
    found.push(...page.items)
    cursor = page.next_cursor
  }
  return found
}
