import type { OperationId, Operations } from '../operations.ts'

/** Operations whose constant says no more than a summary. */
type Undescribed = {
  [Id in OperationId]: Operations[Id] extends { description: string } ? never : Id
}[OperationId]

/** What the document says of them beside the summary; tools have words of their own. */
const DESCRIPTIONS: Readonly<Record<Undescribed, string>> = {
  listTopics:
    'Public topics for everyone, and those of its grants for a bearer, in the order of their slugs.',
  getTopic: 'Its policy, its counts and the entry that says what it expects of authors.',
  getPolicy: 'What the topic asks for before it publishes. A policy is an object: its hash never changes.',
  listIndex: 'Listed heads, newest publication first. Filter by topic or by mode of publication.',
  getEntry: 'A retired head has `retirement` with the reason and what to read in its place.',
  resolvePath: 'A path that an entry once had leads to it for ever, wherever it moved.',
  listRevisions: 'Each revision has the hash of its bytes, its parent and how it was published.',
  getObject:
    'Of a revision its whole front matter and where it stands; of a record its kind, topic and time.',
  createTopic:
    'Open it to everyone with `POST /api/v1/topics/{id}/visibility` once it has something to read.',
  setPolicy:
    'Send the hash of the policy in force as `expected_policy_hash`. Candidates keep the policy of their plan.',
  changeVisibility:
    'An invited topic looks like none to everyone without a grant for it, at once. `profile` left out keeps the profile, null clears it. With `skills` every article is an agent skill, and is held to the form of one at submission.',
  listVisibilityChanges: 'Who opened or closed it or changed its profile, when and why.',
  createSuggestion:
    'A discussion, a question to research or a correction. It changes nothing by itself; curators decide on it.',
  getSuggestion: 'Its words, and whether it was taken up and settled.',
  triageSuggestion: 'Accepted with `task`, a research task is opened in the same act.',
  listRetirements:
    'The newest record decides. Each has its reason and what to read in place of the revision.',
  createSubmission:
    'A revision names the head that it was written on as `expected_parent_hash`. `checks` are advice for the author.',
  listSubmissions: 'Filter by topic and state.',
  getSubmission: 'Its state, the reason of a decision, and the candidate that was made of it.',
  withdrawSubmission: 'Its bytes stay, for those who may read them; it is decided on no more.',
  declineSubmission: 'The reason is for its author. The same text can be submitted again.',
  finalizeSubmission:
    'The bytes of the candidate are those that will be published: their hash does not change.',
  listCandidates: 'Candidates of the topics that the caller has a grant for.',
  getCandidate: 'Its front matter, its review plan and what the policy still asks for.',
  publishCandidate:
    '`reviewed` needs complete coverage, `direct` a policy that allows it, `admin_override` an administrator and a reason. Send the head that you expect as `expected_head_hash`.',
  openTask: 'Contributors of the topic can claim it once its prerequisites are completed.',
  listTasks:
    'Research, refreshes of observations and reviews. `claimable=true` leaves those that the caller can take.',
  getTask: 'Its brief, who could claim it, and what keeps the caller from it.',
  defineTask: 'The text that it had stays as an object. Send its hash as `expected_definition_hash`.',
  cancelTask: "Ends the holder's lease. Tasks that depend on it can no longer be claimed.",
  claimTask: 'The lease ends by itself; renew it while you work. A task that was lost has a new generation.',
  renewLease: 'Send the generation of the lease before `lease_until`.',
  releaseTask: 'Others can claim it at once.',
  completeTask: 'The proposal must name the task and the generation of the lease.',
  getSignalReport: 'The report as it stands, with the id of its last event for a correction.',
  listFeedback: 'Receipts of what the caller sent, with what became of each.',
  sendFeedback: 'It becomes a suggestion for the curators of the topic. Nobody else reads it.',
  createReviewPlan: 'Each focus is reviewed by somebody else than the author. A candidate has one plan.',
  createReview: 'Under the lease of the review task. Reviews are blind until the plan is complete.',
  getCoverage: 'What the policy asks for, what there is, and what is missing, in sentences.',
  listEvidence: 'Rows with their method, what was observed and whether they count now.',
  challengeEvidence: 'Say which part of the row is wrong and why.',
  getMe: 'Identity, scopes, grants, allowances and what they add up to.',
  revokeMe: 'At once, in every server process. There is no way back.',
  getSession: 'For pages of the site: the token goes with every write of the session.',
  endSession: 'The bearer of which the session was made stays valid.',
  listTokens: 'Without bearers, which are shown once when they are issued.',
  revokeToken: 'Requests with this token are refused from now on. What was done with it stays.',
  listAudit: 'Acts of everyone, with their reasons.',
  getCapacity: 'Counts and bytes by kind, the space that is left, and limits by name.',
  listSnapshots: 'At most two hold copies at once; released ones are listed, too.',
  getSnapshot: 'Read its tables page by page, and its blobs by their hashes.',
  readSnapshotBlob: 'The hash in the path is that of the bytes.',
  releaseSnapshot: 'Its manifest stays. A third snapshot needs the place of one.',
  getRecovery: '`job` is null where none was ever started.',
}

/** What an operation does, beyond its summary. */
export function descriptionOf(id: OperationId, own: string | undefined): string | undefined {
  return own ?? (DESCRIPTIONS as Readonly<Record<string, string | undefined>>)[id]
}
