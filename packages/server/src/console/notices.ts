/** What is said after an act. The address names one of these, so that no text of it is ever shown. */
export const NOTICES = {
  signed_out: 'You are signed out.',
  task_claimed: 'The task is yours until the lease ends.',
  lease_renewed: 'The lease is renewed.',
  task_released: 'The task is free again.',
  task_completed: 'The task is completed.',
  submitted: 'Your proposal is submitted.',
  submitted_completed: 'Your proposal is submitted, and the task is completed.',
  submitted_alone: 'Your proposal is submitted. This form did not complete the task.',
  withdrawn: 'Your proposal is withdrawn.',
  finalized: 'The proposal is accepted as a candidate.',
  finalized_planned: 'The proposal is accepted as a candidate, and its review tasks are open.',
  finalized_alone: 'The proposal is accepted as a candidate. This form opened no review tasks.',
  published: 'The candidate is published.',
  reviewed: 'Your review is given.',
  evidence_added: 'The row of evidence is added.',
  evidence_challenged: 'The row is challenged and no longer counts.',
  submission_declined: 'The proposal is declined.',
  review_planned: 'The review tasks are open.',
  task_opened: 'The task is open.',
  task_defined: 'The task has the new text.',
  task_cancelled: 'The task is cancelled.',
  suggested: 'Your suggestion is with the curators.',
  triaged: 'The suggestion is triaged.',
  suggestion_decided: 'The decision is recorded.',
  policy_set: 'The new policy is in force.',
  visibility_changed: 'The topic has its new visibility.',
  profile_changed: 'The topic has its new profile.',
  retired: 'The revision is retired.',
  reactivated: 'The revision is active again.',
  topic_made: 'The topic is created. For now only invited credentials see it.',
  token_revoked: 'The token is revoked, and its sessions have ended.',
  own_token_revoked: 'Your token is revoked, and you are signed out.',
  snapshot_captured: 'The snapshot is captured.',
  snapshot_released: 'The snapshot is released.',
  page_brought: 'The page is uploaded. Repeat the step.',
  object_brought: 'The object is uploaded. Repeat the step.',
  restore_started: 'The restore has started. Everything except this section waits until it is complete.',
  rebuild_started: 'The rebuild has started. Everything except this section waits until it is complete.',
  recovery_continued: 'One step is done.',
  recovery_completed: 'The job is complete, and the press is open again.',
} as const

export type Notice = keyof typeof NOTICES

export function isNotice(text: string): text is Notice {
  return Object.hasOwn(NOTICES, text)
}
