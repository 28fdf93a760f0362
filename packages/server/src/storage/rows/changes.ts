/** An act in the streams of changes: that of its topic and, where the topic was public, the public one. */
export interface ChangeRow {
  topic_id: string
  /** 1, 2, 3 ... within the topic. */
  seq: number
  /** 1, 2, 3 ... within the public stream; null for what was done in an invited topic. */
  public_seq: number | null
  /** `publication`, `retirement`, `visibility`. */
  kind: string
  /** The hash or the id of the record. */
  record: string
  /** Time of the record: later than that of every act before it, in each stream that it is in. */
  at: string
}
