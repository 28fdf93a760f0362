import type { ClosedLists } from '@colophon/contract'

/** A leaf of the transparency log. */
export interface LogEntryRow {
  /** 0, 1, 2 ... without gaps. */
  position: number
  /** The hash of the record, which is the entry. */
  record: string
  /** The act of the public stream that made it a leaf. */
  public_seq: number
  /** The act itself, by its number in the topic. */
  seq: number
}

/** The hash of a tile that is full. */
export interface LogTileRow {
  /** Of the hash: that of the tile is one less. */
  level: number
  /** Of the hash in its level: the index of the tile. */
  position: number
  hash: string
}

/** An act in the streams of changes: that of its topic and, where the topic was public, the public one. */
export interface ChangeRow {
  topic_id: string
  /** 1, 2, 3 ... within the topic. */
  seq: number
  /** 1, 2, 3 ... within the public stream; null for what was done in an invited topic. */
  public_seq: number | null
  /** `publication`, `retirement`, `visibility`. */
  kind: Exclude<ClosedLists['change'], 'withheld'>
  /** The hash or the id of the record. */
  record: string
  /** Time of the record: later than that of every act before it, in each stream that it is in. */
  at: string
}
