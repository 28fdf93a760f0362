import type { ClosedLists } from '@colophon/contract'

/** How far a topic's list of searchable entries has come. */
export interface SearchTopicRow {
  topic_id: string
  /** Another one means that everything was made anew, and that what is known of the topic is worthless. */
  epoch: string
  /** Of the newest change: without gaps, in the order of the commits. */
  seq: number
  /** Of the newest change that is in a segment; changes up to it are gone. */
  packed_seq: number
  /** JSON array of the segments in use, oldest first. */
  segments: string
  /** Until when one process has the packing to itself. */
  packing_until: string | null
}

/** An entry that was listed, with its head of then, or that left the list (nulls). */
export interface SearchChangeRow {
  topic_id: string
  seq: number
  entry_id: string
  content_hash: string | null
  mode: ClosedLists['mode'] | null
  refresh_after: string | null
}

/** A piece of a segment's bytes. */
export interface SearchSegmentRow {
  topic_id: string
  segment: string
  part: number
  bytes: Uint8Array
}

/** How far the documents of a topic in the database have come: `TopicProgress` in search/postgres. */
export interface SearchProgressRow {
  topic_id: string
  number: number
  epoch: string
  seq: number
  phase: string
  filled_at: string
  filled_hash: string
  place: number
  documents: number
  title_words: number
  path_words: number
  summary_words: number
  body_words: number
  languages: number
  cuts: number
  /** Which process makes them now, and until when in seconds since 1970. */
  claimed_by: string | null
  claimed_until: number | null
}

/** An article as search finds it in PostgreSQL: search/postgres writes and reads it. */
export interface SearchDocumentRow {
  entry_id: string
  topic_id: string
  place: number
  published_at: string
  mode: string
  refresh_after: string | null
  facts: string
  /** Bytes of `words`. */
  size: number
  words: string
  /** A vector. */
  terms: string
}
