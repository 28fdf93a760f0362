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
