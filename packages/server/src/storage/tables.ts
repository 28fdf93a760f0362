import type { EvidenceRow, ReviewPlanRow, ReviewRow } from './review-tables.ts'

/**
 * The data model on one page. Booleans are 0 or 1, times are ISO 8601 text in UTC with milliseconds, lists
 * and records are JSON text read in TypeScript, so that both engines hold the same values.
 *
 * Records are what was decided and are never changed but for a state; projections can be thrown away and
 * built again from the records and the objects.
 */
export interface Tables {
  // records
  objects: ObjectRow
  blobs: BlobRow
  topics: TopicRow
  policies: PolicyRow
  visibility_changes: VisibilityChangeRow
  identities: IdentityRow
  tokens: TokenRow
  proposals: ProposalRow
  candidates: CandidateRow
  publications: PublicationRow
  suggestions: SuggestionRow
  tasks: TaskRow
  task_prerequisites: TaskPrerequisiteRow
  definitions: DefinitionRow
  resolutions: ResolutionRow
  retirements: RetirementRow
  feedback: FeedbackRow
  signal_reports: SignalReportRow
  signal_events: SignalEventRow
  allowance_days: AllowanceDayRow
  registration_counts: RegistrationCountRow
  review_plans: ReviewPlanRow
  reviews: ReviewRow
  evidence: EvidenceRow
  idempotency: IdempotencyRow
  audit: AuditRow
  site: SiteRow
  sessions: SessionRow
  snapshots: SnapshotRow
  snapshot_rows: SnapshotRowRow
  recovery_jobs: RecoveryJobRow
  // projections
  entries: EntryRow
  revisions: RevisionRow
  aliases: AliasRow
  topic_counts: TopicCountRow
  lineage_nodes: LineageNodeRow
  lineage_edges: LineageEdgeRow
  signal_moments: SignalMomentRow
  signal_buckets: SignalBucketRow
  search_topics: SearchTopicRow
  search_changes: SearchChangeRow
  search_segments: SearchSegmentRow
}

/** The catalogue of immutable objects; the bytes are in the blob store. */
export interface ObjectRow {
  sha256: string
  kind: string
  topic_id: string | null
  entry_id: string | null
  /** The identity that made it: a proposal is readable to its author. */
  owner_id: string | null
  size: number
  created_at: string
}

/** Bytes, where the blob store is the database. */
export interface BlobRow {
  sha256: string
  bytes: Uint8Array
}

export interface TopicRow {
  id: string
  title: string
  summary: string
  visibility: string
  policy_hash: string
  /** The newest publication's time: publications of a topic have strictly increasing times. */
  last_published_at: string | null
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
  from_visibility: string
  to_visibility: string
  reason: string
}

export interface IdentityRow {
  identity_id: string
  /** The site-local pseudonym, random: it cannot be derived from the identity. */
  participant_id: string
  enrollment: string
  label: string
  created_at: string
}

export interface TokenRow {
  token_id: string
  identity_id: string
  label: string
  preset: string | null
  scopes: string
  topic_grants: string | null
  review_grants: string | null
  issued_at: string
  issued_by: string | null
  expires_at: string
  revoked_at: string | null
  revoke_reason: string | null
  last_used_at: string | null
}

/** A submission; its bytes are the object of the same hash. */
export interface ProposalRow {
  proposal_hash: string
  topic_id: string
  entry_id: string
  author_id: string
  document_kind: string
  title: string
  summary: string
  path: string
  parent_hash: string | null
  task_id: string | null
  task_generation: number | null
  state: string
  reason: string | null
  decided_by: string | null
  decided_at: string | null
  candidate_hash: string | null
  created_at: string
  /** The text of its task when it was submitted. */
  definition_hash: string | null
}

export interface CandidateRow {
  candidate_hash: string
  proposal_hash: string
  topic_id: string
  entry_id: string
  author_id: string
  finalizer_id: string
  path: string
  parent_hash: string | null
  state: string
  created_at: string
}

export interface PublicationRow {
  publication_hash: string
  content_hash: string
  entry_id: string
  topic_id: string
  mode: string
  previous_head: string | null
  published_at: string
  published_by: string
}

/** A suggestion or a reader's feedback in the private queue; its words are the object of its hash. */
export interface SuggestionRow {
  suggestion_id: string
  suggestion_hash: string
  topic_id: string
  /** `discussion`, `research`, `correction`, `article_feedback`. */
  kind: string
  question: string
  motivation: string
  /** JSON array of hashes. */
  related_hashes: string
  parent_hash: string | null
  resolution_state: string
  /** The newest decision; null before the first. */
  resolution_hash: string | null
  triage_state: string
  task_id: string | null
  created_at: string
  /** The identity; never shown. */
  created_by: string
  /** The label of an invited identity, the pseudonym of a reader. */
  created_label: string | null
}

/** Work that can be leased. Whether a lease is over is judged when somebody asks, never by a timer. */
export interface TaskRow {
  task_id: string
  /** `research`, `refresh`, `review`. */
  kind: string
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
  state: string
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

/** A decision on a suggestion: the chain of each has one line. */
export interface ResolutionRow {
  resolution_hash: string
  suggestion_id: string
  topic_id: string
  /** 1, 2, 3 ... within the suggestion. */
  position: number
  previous_hash: string | null
  state: string
  reason: string
  /** JSON array of hashes. */
  fixed_hashes: string
  duplicate_of: string | null
  decided_by: string
  decided_label: string
  decided_at: string
}

/** A decision to retire a published revision, or to make it active again. */
export interface RetirementRow {
  retirement_hash: string
  content_hash: string
  entry_id: string
  topic_id: string
  /** 1, 2, 3 ... within the revision. */
  position: number
  previous_hash: string | null
  state: string
  reason: string
  /** JSON array of hashes. */
  replacement_hashes: string
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

/** What an identity reports of a revision on a UTC day, as it stands now. */
export interface SignalReportRow {
  identity_id: string
  entry_id: string
  day: string
  target_hash: string
  report_id: string
  topic_id: string
  /** `up`, `down`; null once withdrawn. */
  value: string | null
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
  event: string
  value: string | null
  previous_value: string | null
  /** The words that stood for the value when it was given. */
  meaning: string | null
  comment: string | null
}

/** What a reader used of a UTC day's allowances. */
export interface AllowanceDayRow {
  identity_id: string
  day: string
  commands: number
  signals: number
  feedback: number
}

/** Registrations of an hour's network, of a day, and of all time. */
export interface RegistrationCountRow {
  /** `2026-01-31T09`, `2026-01-31` or `ever`. */
  period: string
  /** The network's keyed hash, which is another each hour; or `site`. */
  subject: string
  registrations: number
}

/** A browser session; the cookie itself is not kept. */
export interface SessionRow {
  session_hash: string
  token_id: string
  created_at: string
  expires_at: string
}

/** The stored outcome of a command; `key_hash` is half a hash of identity, method, path and key. */
export interface IdempotencyRow {
  key_hash: string
  input_hash: string
  status: number
  body: string
  created_at: string
  /** null: kept for good. */
  expires_at: string | null
}

export interface AuditRow {
  audit_id: string
  at: string
  actor_id: string
  actor_label: string
  action: string
  target: string | null
  topic_id: string | null
  reason: string | null
}

/** Facts about the site as a whole, such as the maintenance lock. */
export interface SiteRow {
  name: string
  value: string
}

/** A capture of every recovered table (see `recovery-tables.ts`). */
export interface SnapshotRow {
  snapshot_id: string
  created_at: string
  /** `making`, `captured`, `released`. */
  state: string
  /** JSON of the manifest; null while it is made. */
  manifest: string | null
  /** 1 from before the first byte of its copy until after the last is gone. */
  has_copy: number
}

/** A row of a snapshot on PostgreSQL; on SQLite the copy is a file of its own. */
export interface SnapshotRowRow {
  snapshot_id: string
  table_name: string
  /** 0, 1, 2 ... in the order of the table's key. */
  position: number
  /** Of a row of the objects' catalogue. */
  object_hash: string | null
  /** JSON. */
  row: string
}

/** A restore or a rebuild, and where it stands: each step is one commit. */
export interface RecoveryJobRow {
  job_id: string
  /** `restore`, `rebuild`. */
  kind: string
  /** `running`, `complete`. */
  state: string
  phase: string
  /** Where the next step begins: JSON of a list, told to nobody but as opaque text. */
  cursor: string | null
  offset: number
  /** Of the phase. */
  done: number
  total: number
  /** JSON: what the next step has to know of the ones before. */
  carried: string
  /** JSON of a restore's manifest. */
  manifest: string | null
  started_at: string
  completed_at: string | null
}

/** The head of each entry that was ever published. */
export interface EntryRow {
  entry_id: string
  topic_id: string
  path: string
  status: string
  content_hash: string
  publication_hash: string
  mode: string
  without_prior_review: number
  document_kind: string
  title: string
  summary: string
  author: string
  accepted_by: string
  created_at: string
  published_at: string
  parent_hash: string | null
  proposal_hash: string
  policy_hash: string
  /** JSON array of reference tuples. */
  references_json: string
  /** JSON array of the paths that it had before, in the order in which it left them. */
  aliases_json: string
  observed_at: string | null
  refresh_after: string | null
  applicability: string | null
}

/** Every revision that was ever published, with its newest publication. */
export interface RevisionRow {
  content_hash: string
  entry_id: string
  topic_id: string
  publication_hash: string
  mode: string
  without_prior_review: number
  first_published_at: string
  published_at: string
  parent_hash: string | null
  path: string
  title: string
  retirement_state: string
  retirement_hash: string | null
  /** When a later revision of the entry was published, and by which publication. */
  superseded_at: string | null
  superseded_by: string | null
  successor_hash: string | null
}

/** Every path that was ever bound to an entry; superseded when the entry moved on. */
export interface AliasRow {
  path: string
  entry_id: string
  topic_id: string
  bound_at: string
  superseded_at: string | null
}

export interface TopicCountRow {
  topic_id: string
  total: number
  reviewed: number
}

/** An object that has ancestors or descendants; proposals are their own nodes. */
export interface LineageNodeRow {
  hash: string
  kind: string
  topic_id: string
  entry_id: string | null
  title: string | null
  /** Where it was published too, if it was. */
  proposed_path: string | null
  created_at: string
  /** Who may see it: 0 whoever reads the topic, 1 with a grant for it, 2 its author and curators. */
  audience: number
  /** The one of its kind before it. */
  parent_hash: string | null
  /** Of a candidate: what it was made of. */
  proposal_hash: string | null
  /** Of a candidate: the one in force when it was made. */
  policy_hash: string | null
  /** The published revision that followed this one. */
  successor_hash: string | null
  /** A line for each publication, oldest first: hash, mode, time. */
  publications: string
}

/**
 * What is below a policy, a revision, a definition or a resolution, listed for each audience that sees all of a
 * list; all edges of a graph lie in one topic.
 */
export interface LineageEdgeRow {
  parent: string
  /**
   * 0: policies, and candidates that were published. 1: these, other candidates, definitions, resolutions. 2:
   * proposals, which their authors see, and curators.
   */
  audience: number
  /** The author of a proposal, else empty. */
  owner_id: string
  /** Time of the child: the oldest comes first. */
  at: string
  child: string
}

/** Reports that stand, and identities whose newest such report it is, at a millisecond. */
export interface SignalMomentRow {
  at: number
  /** A revision's hash or an entry's id. */
  scope: string
  up: number
  down: number
  participants: number
}

/** The same, summed over longer times (see `core/time-buckets.ts`). */
export interface SignalBucketRow extends Omit<SignalMomentRow, 'at'> {
  /** The entry, also of a revision. */
  entry_id: string
  level: number
  bucket: number
}

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
  mode: string | null
  refresh_after: string | null
}

/** A piece of a segment's bytes. */
export interface SearchSegmentRow {
  topic_id: string
  segment: string
  part: number
  bytes: Uint8Array
}
