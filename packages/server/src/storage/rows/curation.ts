import type { ClosedLists } from '@colophon/contract'

/** A suggestion or a reader's feedback in the private queue; its words are the object of its hash. */
export interface SuggestionRow {
  suggestion_id: string
  suggestion_hash: string
  topic_id: string
  /** `discussion`, `research`, `correction`, `article_feedback`. */
  kind: ClosedLists['suggestionKind']
  question: string
  motivation: string
  /** JSON array of hashes. */
  related_hashes: string
  parent_hash: string | null
  resolution_state: ClosedLists['resolutionState']
  /** The newest decision; null before the first. */
  resolution_hash: string | null
  triage_state: ClosedLists['triageState']
  /** Null before the first triage, and where it was before this was kept. */
  triaged_at: string | null
  task_id: string | null
  created_at: string
  /** The identity; never shown. */
  created_by: string
  /** The label of an invited identity, the pseudonym of a reader. */
  created_label: string | null
}

/** A decision on a suggestion: the chain of each has one line. */
export interface ResolutionRow {
  resolution_hash: string
  suggestion_id: string
  topic_id: string
  /** 1, 2, 3 ... within the suggestion. */
  position: number
  previous_hash: string | null
  state: ClosedLists['resolutionState']
  reason: string
  /** JSON array of hashes. */
  fixed_hashes: string
  duplicate_of: string | null
  decided_by: string
  decided_label: string
  decided_at: string
}

/** A reader's own receipt of what became a suggestion. */
export interface FeedbackRow {
  feedback_id: string
  suggestion_id: string
  identity_id: string
  target_hash: string
  entry_id: string
  topic_id: string
  title: string
  comment: string
  received_at: string
}

/** Work that can be leased. Whether a lease is over is judged when somebody asks, never by a timer. */
export interface TaskRow {
  task_id: string
  /** `research`, `refresh`, `review`. */
  kind: ClosedLists['taskKind']
  topic_id: string
  title: string
  brief: string
  /** The newest definition; null for a review, whose text is its focus. */
  definition_hash: string | null
  suggestion_id: string | null
  /** Of a review: the bytes and what to look at. */
  candidate_hash: string | null
  focus: string | null
  /** Of a refresh: the observation; one task for each revision. */
  entry_id: string | null
  content_hash: string | null
  /** `open`, `leased` (also when the lease is over), `completed`, `cancelled`. */
  state: ClosedLists['taskState']
  /** The identity that holds the lease, or that completed the task. */
  holder_id: string | null
  /** How often it was claimed. */
  generation: number
  lease_until: string | null
  artifact_hash: string | null
  closed_at: string | null
  created_at: string
  created_by: string
}

export interface TaskPrerequisiteRow {
  task_id: string
  prerequisite_id: string
  position: number
}

/** A text of a task; its bytes are the object of the same hash. */
export interface DefinitionRow {
  definition_hash: string
  task_id: string
  previous_hash: string | null
  title: string
  brief: string
  created_at: string
  created_by: string
}
