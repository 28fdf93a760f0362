import type { ClosedLists } from '@colophon/contract'

/** The head of each entry that was ever published. */
export interface EntryRow {
  entry_id: string
  topic_id: string
  path: string
  status: ClosedLists['entryStatus']
  content_hash: string
  publication_hash: string
  mode: ClosedLists['mode']
  without_prior_review: number
  document_kind: ClosedLists['documentKind']
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
  mode: ClosedLists['mode']
  without_prior_review: number
  first_published_at: string
  published_at: string
  parent_hash: string | null
  path: string
  title: string
  retirement_state: ClosedLists['retirementState']
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
  kind: ClosedLists['objectKind']
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
