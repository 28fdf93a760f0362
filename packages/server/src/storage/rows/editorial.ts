import type { ClosedLists } from '@colophon/contract'
import type { Generated } from 'kysely'

/** The catalogue of immutable objects; the bytes are in the blob store. */
export interface ObjectRow {
  sha256: string
  kind: ClosedLists['objectKind']
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
  /** How the bytes are held: `blobs/packed-bytes.ts`. */
  packed: Generated<number>
}

/** A submission; its bytes are the object of the same hash. */
export interface ProposalRow {
  proposal_hash: string
  topic_id: string
  entry_id: string
  author_id: string
  document_kind: ClosedLists['documentKind']
  title: string
  summary: string
  path: string
  parent_hash: string | null
  task_id: string | null
  task_generation: number | null
  state: ClosedLists['submissionState']
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
  state: ClosedLists['candidateState']
  created_at: string
}

/** The reviews that a curator asked for; a candidate has at most one plan. */
export interface ReviewPlanRow {
  plan_id: string
  candidate_hash: string
  topic_id: string
  /** The policy that was in force: its focuses and its evidence are asked for, whatever comes later. */
  policy_hash: string
  /** JSON array of `focus` and `task_id`, in the order of the policy. */
  focuses: string
  created_by: string
  created_at: string
  /** When the last review came: until then reviews are blind. */
  completed_at: string | null
}

/** A verdict under one focus; its words are the object of its hash. */
export interface ReviewRow {
  review_hash: string
  task_id: string
  candidate_hash: string
  topic_id: string
  focus: string
  reviewer_id: string
  verdict: ClosedLists['verdict']
  /** How many findings are blockers. */
  blockers: number
  created_at: string
}

/** A row of evidence; what it says is the object of its hash. */
export interface EvidenceRow {
  evidence_id: string
  evidence_hash: string
  candidate_hash: string
  topic_id: string
  method: ClosedLists['evidenceMethod']
  /** 0: a transport that failed, which is kept and never counts. */
  is_sound: number
  checked_at: string
  expires_at: string
  submitted_by: string
  created_at: string
  challenge_selector: string | null
  challenge_reason: string | null
  challenged_by: string | null
  challenged_at: string | null
}

export interface PublicationRow {
  publication_hash: string
  content_hash: string
  entry_id: string
  topic_id: string
  mode: ClosedLists['mode']
  previous_head: string | null
  published_at: string
  published_by: string
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
  state: ClosedLists['retirementState']
  reason: string
  /** JSON array of hashes. */
  replacement_hashes: string
  decided_by: string
  decided_label: string
  decided_at: string
}
