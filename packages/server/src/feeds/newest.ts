import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, FEED_LIMITS, LIST_LIMITS, type Operations } from '@colophon/contract'
import type { Api } from '../pages/api.ts'

export type FeedEntry = AnswerOf<Operations['listIndex']>['items'][number]
export type FeedTopic = AnswerOf<Operations['getTopic']>

/** A page of the listed entries, newest first, and where the next one begins. */
export function newestEntries(
  api: Api,
  { topic, cursor }: { topic?: string; cursor: unknown },
): Promise<FeedPage<FeedEntry>> {
  return api.call('listIndex', { query: { limit: FEED_LIMITS.entries, topic, cursor } })
}

/** The topics in the order of their slugs, at most `limit`. */
export function topicsOf(api: Api, limit: number): Promise<FeedTopic[]> {
  return walk(limit, (page) => api.call('listTopics', { query: page }))
}

export interface FeedPage<T> {
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
    if (cursor !== null) await nextTurn()
  }
  return found
}
