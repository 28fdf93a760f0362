import type { ClosedLists } from '@colophon/contract'

/** What an identity reports of a revision on a UTC day, as it stands now. */
export interface SignalReportRow {
  identity_id: string
  entry_id: string
  day: string
  target_hash: string
  report_id: string
  topic_id: string
  /** `up`, `down`; null once withdrawn. */
  value: ClosedLists['signalValue'] | null
  comment: string | null
  /** A correction keeps it. */
  received_at: string
  updated_at: string
  last_event_id: string
}

/** Every report, correction and withdrawal; kept for good. */
export interface SignalEventRow {
  occurred_at: string
  event_id: string
  report_id: string
  topic_id: string
  event: ClosedLists['signalEvent']
  value: ClosedLists['signalValue'] | null
  previous_value: ClosedLists['signalValue'] | null
  /** The words that stood for the value when it was given. */
  meaning: string | null
  comment: string | null
}

/**
 * Reports of a revision that stand, and identities whose newest such report it is, by the millisecond at which they
 * came. An entry's counts are the sums over its revisions.
 */
export interface SignalMomentRow {
  at: number
  target_hash: string
  entry_id: string
  up: number
  down: number
  /** Those who are counted here for the revision. */
  participants: number
  /** Those who are counted here for the entry. */
  entry_participants: number
}

/** The same, summed over longer times (see `core/time-buckets.ts`) for a revision and for an entry, each in rows of its own. */
export interface SignalBucketRow {
  /** The entry, also of a revision. */
  entry_id: string
  /** A revision's hash or an entry's id. */
  scope: string
  level: number
  bucket: number
  up: number
  down: number
  participants: number
}
