import { type ClosedLists, isHash, isTopicSlug } from '@colophon/contract'
import type { ItemOf } from '../../call.ts'
import type { StreamPosition } from './state.ts'

/** A topic as its readers see it. */
export type TopicView = ItemOf<'listTopics'>

/** How a revision held up when its press was asked last. */
export interface MirroredStanding {
  readonly freshness: 'fresh' | 'due' | 'challenged' | null
  /** What it was reviewed for, and by which policy; null where it was published without. */
  readonly coverage: { readonly policy_hash: string; readonly focuses: readonly string[] } | null
  readonly evidence: readonly {
    readonly evidence_hash: string
    readonly method: ClosedLists['evidenceMethod']
    readonly checked_at: string
    readonly expires_at: string
    readonly challenged_at: string | null
  }[]
}

/** What a mirror holds beside texts and records, so that a server can answer from it as its press does. */
export interface MirroredSite {
  readonly version: 1
  /** The public topics, as the press showed them last. */
  readonly topics: readonly TopicView[]
  /** How far the streams of changes are kept: of every topic, and under `*` the public one. */
  readonly streams: Readonly<Record<string, StreamPosition>>
  /** By the hash of a revision; left out where nothing is to be said. */
  readonly standings: Readonly<Record<string, MirroredStanding>>
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
    // A mirror of an earlier version knows nothing of standings.
    const { version, topics, streams, standings = {} }: Record<string, unknown> = Object(JSON.parse(text))
    if (version !== 1 || !Array.isArray(topics) || !isRecord(streams) || !isRecord(standings)) return null
    if (!Object.keys(standings).every(isHash)) return null
    const isNamed = Object.keys(streams).every((name) => name === PUBLIC_STREAM || isTopicSlug(name))
    return isNamed && topics.every((topic) => isTopicSlug(Object(topic).id))
      ? {
          version,
          topics,
          streams: streams as MirroredSite['streams'],
          standings: standings as MirroredSite['standings'],
        }
      : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
