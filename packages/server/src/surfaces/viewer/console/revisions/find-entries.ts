import type { AnswerOf, Operations } from '@colophon/contract'
import type { Door } from '../../door.ts'
import { ifThere } from '../if-there.ts'

export type FoundEntry = Pick<
  AnswerOf<Operations['getEntry']>,
  'title' | 'path' | 'content_hash' | 'mode' | 'published_at'
>

interface Wanted {
  readonly topic: string
  readonly words: string | undefined
  readonly cursor: unknown
}

/**
 * Entries of a topic, newest publication first or as a search ranks them. A path names its entry also when
 * that is retired, which no search finds.
 */
export async function findEntries(
  door: Door,
  { topic, words, cursor }: Wanted,
): Promise<{ items: readonly FoundEntry[]; next_cursor: string | null }> {
  const page = { topic, cursor }
  if (words === undefined) return door.call('listIndex', { query: page })
  if (!words.startsWith(`/${topic}/`)) return door.call('search', { query: { ...page, q: words } })
  const entry = await ifThere(door.call('resolvePath', { query: { path: words } }))
  return { items: entry === null ? [] : [entry], next_cursor: null }
}
