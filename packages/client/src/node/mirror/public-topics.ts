import { isPublic, isTopicSlug } from '@colophon/contract'
import type { Client } from '../../client.ts'
import { MirrorRefused } from './entries.ts'
import type { TopicView } from './site.ts'
import { BEGINNING, type MirrorState, reachedAt, type StreamPosition } from './state.ts'
import { OtherStream, stretches } from './stream.ts'

/** Which topics are to be mirrored, and in which of them something was done. */
export interface News {
  readonly topics: readonly string[]
  /** The public ones among them, as their readers see them. */
  readonly views: readonly TopicView[]
  /** Topics that were asked for and are not there. */
  readonly missing: readonly { readonly topic_id: string; readonly reason: string }[]
  /** Null: every topic is to be asked. */
  readonly changed: ReadonlySet<string> | null
  /** Where the public stream was when it was read; null where it was not. */
  readonly reached: StreamPosition | null
}

/**
 * The public stream tells in which topics something was done; what it was, the stream of each topic tells, where also
 * is what was done while it was invited. A topic that is withheld is missing in the list of topics.
 */
export async function followPublic(client: Client, state: MirrorState): Promise<News> {
  const { changed, reached } = await readNews(client, state.public)
  const views: TopicView[] = []
  for await (const topic of client.pages('listTopics', { query: { limit: 100 } }))
    if (isPublic(topic.visibility)) views.push(topic)
  return { topics: views.map(({ id }) => requireSlug(id)), views, missing: [], changed, reached }
}

/** It becomes the name of a folder, whoever says it. */
export function requireSlug(topic: string): string {
  if (isTopicSlug(topic)) return topic
  throw new MirrorRefused(`${JSON.stringify(topic)} is no slug of a topic`)
}

async function readNews(
  client: Client,
  known: StreamPosition | null,
): Promise<Pick<News, 'changed' | 'reached'>> {
  try {
    if (known !== null) return await readSince(client, known)
  } catch (error) {
    if (!(error instanceof OtherStream)) throw error
  }
  return { changed: null, reached: await readEnd(client) }
}

async function readSince(client: Client, known: StreamPosition): Promise<Pick<News, 'changed' | 'reached'>> {
  const changed = new Set<string>()
  let reached = known
  for await (const { changes } of stretches(client.call, null, known))
    for (const change of changes) {
      if (change.topic_id !== null) changed.add(change.topic_id)
      reached = reachedAt(change)
    }
  return { changed, reached }
}

/** The newest act: all topics are asked at the beginning, and nobody needs what led there. */
async function readEnd({ call }: Client): Promise<StreamPosition> {
  const { head_seq } = await call('listChanges', { query: { limit: 1 } })
  if (head_seq === 0) return BEGINNING
  const { items } = await call('listChanges', { query: { after: head_seq - 1, limit: 1 } })
  return items[0] ? reachedAt(items[0]) : BEGINNING
}
