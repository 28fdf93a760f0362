import { isTopicSlug } from '@colophon/contract'
import type { ItemOf } from '../../call.ts'
import type { StreamPosition } from './state.ts'

/** A topic as its readers see it. */
export type TopicView = ItemOf<'listTopics'>

/** What a mirror holds beside texts and records, so that a server can answer from it as its press does. */
export interface MirroredSite {
  readonly version: 1
  /** The public topics, as the press showed them last. */
  readonly topics: readonly TopicView[]
  /** How far the streams of changes are kept: of every topic, and under `*` the public one. */
  readonly streams: Readonly<Record<string, StreamPosition>>
}

/** The name of the public stream; no slug of a topic has such a character. */
export const PUBLIC_STREAM = '*'

/** Acts of a stream that share a file. */
export const ACTS_IN_FILE = 1000

/** The file of a stream that has an act, by its number. */
export function actsFileOf(stream: string, seq: number): string {
  const number = Math.floor((seq - 1) / ACTS_IN_FILE)
  return `streams/${stream === PUBLIC_STREAM ? 'public+' : stream}/${number}.json`
}

/** Reads what `site.json` says; null for what is none. Nothing of it is used as a name before it was looked at. */
export function parseSite(text: string): MirroredSite | null {
  try {
    const { version, topics, streams }: Record<string, unknown> = Object(JSON.parse(text))
    if (version !== 1 || !Array.isArray(topics) || typeof streams !== 'object' || streams === null)
      return null
    const isNamed = Object.keys(streams).every((name) => name === PUBLIC_STREAM || isTopicSlug(name))
    return isNamed && topics.every((topic) => isTopicSlug(Object(topic).id))
      ? { version, topics, streams: streams as MirroredSite['streams'] }
      : null
  } catch {
    return null
  }
}
