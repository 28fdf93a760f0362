import { isHash, isTopicSlug, isUuid } from '@colophon/contract'
import { type ChangeItem, type Entries, isPathIn, type MirroredEntry } from './entries.ts'

/** How far a stream was followed. */
export interface StreamPosition {
  readonly seq: number
  /** What the act of that number was, where it could be seen: another one there is another stream. */
  readonly act: string | null
}

/** What is mirrored of a topic. */
export interface MirroredTopic extends StreamPosition {
  readonly entries: Entries
}

/** What a mirror knows of itself. */
export interface MirrorState {
  readonly version: 1
  /** The origin of the server. */
  readonly press: string
  /** Of the public stream; null where topics are named, and before the first run has come to its end. */
  readonly public: StreamPosition | null
  readonly topics: Readonly<Record<string, MirroredTopic>>
  /** Whether the transparency log was kept after the last act was; false while a run is at work. */
  readonly logged?: boolean
}

/** Before the first act of a stream. */
export const BEGINNING: StreamPosition = { seq: 0, act: null }

/** After an act. */
export function reachedAt(change: ChangeItem): StreamPosition {
  return { seq: change.seq, act: actOf(change) }
}

/** The name of an act; nothing is known of one that is withheld. */
export function actOf(change: ChangeItem): string | null {
  if (change.change === 'withheld') return null
  return (
    change.publication_hash ??
    change.retirement_hash ??
    `${change.topic_id} ${change.visibility} ${change.at}`
  )
}

/** Reads the state of a mirror; null for what is none. Nothing in it is used as a name before it was looked at. */
export function parseState(text: string): MirrorState | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(value) || value.version !== 1 || typeof value.press !== 'string') return null
  if (value.public !== null && !isReached(value.public)) return null
  const { topics, logged = false } = value
  if (typeof logged !== 'boolean') return null
  if (!isObject(topics) || !Object.entries(topics).every(([id, topic]) => isTopic(id, topic))) return null
  // Every part of it was looked at.
  return value as unknown as MirrorState
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isReached(value: unknown): boolean {
  if (!isObject(value) || !Number.isSafeInteger(value.seq) || Number(value.seq) < 0) return false
  return value.act === null || typeof value.act === 'string'
}

function isTopic(id: string, value: unknown): boolean {
  if (!isTopicSlug(id) || !isReached(value) || !isObject(value) || !isObject(value.entries)) return false
  return Object.entries(value.entries).every(([entry, said]) => isUuid(entry) && isEntry(id, said))
}

const STATUSES: readonly unknown[] = ['published', 'retired', 'unlisted'] satisfies MirroredEntry['status'][]

function isEntry(topic: string, value: unknown): boolean {
  if (!isObject(value) || typeof value.path !== 'string' || !isPathIn(value.path, topic)) return false
  return isHash(value.content_hash) && STATUSES.includes(value.status)
}
