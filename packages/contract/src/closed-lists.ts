import type {
  DocumentKind,
  Enrollment,
  Mode,
  Preset,
  RetirementState,
  SignalValue,
  TopicProfile,
  Visibility,
} from './fields.ts'
import type { Static } from './schema.ts'
import type { Token } from './schemas/access.ts'
import type { RecoveryJob, Snapshot } from './schemas/administration.ts'
import type { Change } from './schemas/changes.ts'
import type { ResolutionState, Suggestion, TriageState } from './schemas/curation.ts'
import type { Candidate, Submission } from './schemas/editorial.ts'
import type { RevisionNotice, SignalEvent } from './schemas/participation.ts'
import type { CitationStatus, Entry, PlainObject, Reference, RevisionObject } from './schemas/reading.ts'
import type { EvidenceMethod, Severity, Verdict } from './schemas/reviewing.ts'
import type { TaskKind, TaskState } from './schemas/tasks.ts'

/** The closed lists of the contract, by name: what a value of them may be. */
export interface ClosedLists {
  candidateState: Static<typeof Candidate>['state']
  change: Static<typeof Change>['change']
  citationState: Static<typeof CitationStatus>['state']
  documentKind: Static<typeof DocumentKind>
  enrollment: Static<typeof Enrollment>
  entryStatus: Static<typeof Entry>['status']
  evidenceMethod: Static<typeof EvidenceMethod>
  mode: Static<typeof Mode>
  noticeKind: Static<typeof RevisionNotice>['kind']
  objectKind: Static<typeof PlainObject>['kind'] | Static<typeof RevisionObject>['kind']
  preset: Static<typeof Preset>
  recoveryKind: Static<typeof RecoveryJob>['kind']
  recoveryPhase: Static<typeof RecoveryJob>['phase']
  recoveryState: Static<typeof RecoveryJob>['state']
  referenceKind: Static<typeof Reference>['kind']
  resolutionState: Static<typeof ResolutionState>
  retirementState: Static<typeof RetirementState>
  severity: Static<typeof Severity>
  signalEvent: Static<typeof SignalEvent>['event']
  signalValue: Static<typeof SignalValue>
  snapshotState: Static<typeof Snapshot>['state']
  submissionState: Static<typeof Submission>['state']
  suggestionKind: Static<typeof Suggestion>['kind']
  taskKind: Static<typeof TaskKind>
  taskState: Static<typeof TaskState>
  tokenStatus: Static<typeof Token>['status']
  topicProfile: Static<typeof TopicProfile>
  triageState: Static<typeof TriageState>
  verdict: Static<typeof Verdict>
  visibility: Static<typeof Visibility>
}

/**
 * A question about the members of a closed list, with an answer for each: a new member does not compile. What is not
 * there is none of them.
 */
export function question<M extends string>(answers: Readonly<Record<M, boolean>>) {
  return (member: M | null | undefined): boolean =>
    member !== null && member !== undefined && answers[member] === true
}

/** Every member of a closed list: a new one does not compile. */
export function membersOf<M extends string>(members: Readonly<Record<M, true>>): readonly M[] {
  return Object.keys(members) as M[]
}

/** May everybody read the topic? */
export const isPublic = question<ClosedLists['visibility']>({ public: true, invited: false })
/** Are the articles of the topic agent skills? */
export const hasSkills = question<ClosedLists['topicProfile']>({ skills: true })
/** Does the identity work for topics, rather than read? */
export const isInvited = question<ClosedLists['enrollment']>({ public: false, invited: true })
/** Was the revision reviewed before its publication? */
export const isReviewed = question<ClosedLists['mode']>({
  reviewed: true,
  direct: false,
  admin_override: false,
})
/** Is the document an observation of something at a time? */
export const isObservation = question<ClosedLists['documentKind']>({ article: false, observation: true })
/** Is the revision withdrawn? */
export const isRetired = question<ClosedLists['retirementState']>({ active: false, retired: true })
/** Do lists and searches show the entry? */
export const isListed = question<ClosedLists['entryStatus']>({
  published: true,
  retired: false,
  unlisted: false,
})
/** Does the reference lead out of the service, to a page of the web? */
export const isExternal = question<ClosedLists['referenceKind']>({ service: false, url: true })
/** Is the submission not decided yet? */
export const isUndecided = question<ClosedLists['submissionState']>({
  submitted: true,
  finalized: false,
  declined: false,
  withdrawn: false,
})
/** Is the candidate a revision by now? */
export const isPublishedCandidate = question<ClosedLists['candidateState']>({
  finalized: false,
  in_review: false,
  reviewed: false,
  published: true,
})
/** Is the work on the task over? */
export const isOver = question<ClosedLists['taskState']>({
  open: false,
  leased: false,
  completed: true,
  cancelled: true,
})
/** Does somebody hold the task, unless the lease is over? */
export const isHeld = question<ClosedLists['taskState']>({
  open: false,
  leased: true,
  completed: false,
  cancelled: false,
})
/** Is the work a review of a candidate, which needs a review grant and stays blind? */
export const isReviewTask = question<ClosedLists['taskKind']>({
  research: false,
  refresh: false,
  review: true,
})
/** Does the finding stand in the way of a publication? */
export const isBlocking = question<ClosedLists['severity']>({ blocker: true, major: false, minor: false })
/** Was the suggestion resolved as a copy of another? */
export const isDuplicate = question<ClosedLists['resolutionState']>({
  open: false,
  resolved: false,
  duplicate: true,
})
/** Was the suggestion made by a reader's feedback? */
export const isFeedback = question<ClosedLists['suggestionKind']>({
  discussion: false,
  research: false,
  correction: false,
  article_feedback: true,
})
/** Are the snapshot's rows and objects kept? */
export const isCaptured = question<ClosedLists['snapshotState']>({ captured: true, released: false })
/** Does the recovery wait for its next step? */
export const isRunning = question<ClosedLists['recoveryState']>({ running: true, complete: false })
/** Does the recovery bring the material of another database? */
export const isRestore = question<ClosedLists['recoveryKind']>({ restore: true, rebuild: false })
/** Does the identity read, with a pseudonym and allowances, rather than work for topics? */
export const isReader = question<ClosedLists['enrollment']>({ public: true, invited: false })
/** Is the bearer worth something now? */
export const isActive = question<ClosedLists['tokenStatus']>({ active: true, expired: false, revoked: false })
/** Does a tombstone stand in the place of the entry? */
export const isBuried = question<ClosedLists['entryStatus']>({
  published: false,
  retired: true,
  unlisted: false,
})
/** Does a token of the preset say where it reviews? Without a word it would do so everywhere. */
export const needsReviewGrants = question<ClosedLists['preset']>({
  contributor: false,
  trusted_author: false,
  reviewer: true,
  curator: false,
  administrator: false,
})
/** Is the object the bytes of a revision: Markdown with front matter? */
export const isRevision = objectIs('candidate')
/** Is the object a submission, as its author wrote it? */
export const isProposal = objectIs('proposal')
/** Is the object a text of a task? */
export const isDefinition = objectIs('definition')

function objectIs(kind: ClosedLists['objectKind']) {
  const none: Record<ClosedLists['objectKind'], boolean> = {
    candidate: false,
    definition: false,
    evidence: false,
    policy: false,
    proposal: false,
    publication: false,
    resolution: false,
    retirement: false,
    review: false,
    suggestion: false,
  }
  return question<ClosedLists['objectKind']>({ ...none, [kind]: true })
}
