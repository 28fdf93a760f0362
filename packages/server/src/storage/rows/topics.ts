import type { ClosedLists } from '@colophon/contract'

export interface TopicRow {
  id: string
  title: string
  summary: string
  visibility: ClosedLists['visibility']
  profile: ClosedLists['topicProfile'] | null
  policy_hash: string
  created_at: string
}

export interface PolicyRow {
  policy_hash: string
  topic_id: string
  previous_hash: string | null
  evidence_ttl_days: number
  review_focuses: string
  minimum_evidence: number
  publication_modes: string
  created_at: string
  created_by: string
}

export interface VisibilityChangeRow {
  change_id: string
  topic_id: string
  /** 1, 2, 3 ... within the topic. */
  position: number
  changed_at: string
  changed_by: string
  from_visibility: ClosedLists['visibility']
  to_visibility: ClosedLists['visibility']
  from_profile: ClosedLists['topicProfile'] | null
  to_profile: ClosedLists['topicProfile'] | null
  reason: string
}
