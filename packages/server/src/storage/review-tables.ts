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
  verdict: string
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
  method: string
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
