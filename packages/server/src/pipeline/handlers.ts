import type { Handlers } from '../catalog/handler.ts'
import { getAttestation } from '../features/attestation/handlers.ts'
import { listAudit } from '../features/audit/handlers.ts'
import { finalizeSubmission, getCandidate, listCandidates } from '../features/candidates/handlers.ts'
import { getCapacity } from '../features/capacity/handlers.ts'
import { listChanges } from '../features/changes/handlers.ts'
import { diffRevisions } from '../features/diff/handlers.ts'
import {
  getEntry,
  listContents,
  listIndex,
  listRevisions,
  resolvePath,
} from '../features/entries/handlers.ts'
import { challengeEvidence, createEvidence, listEvidence } from '../features/evidence/handlers.ts'
import { listFeedback, sendFeedback } from '../features/feedback/handlers.ts'
import { getMe } from '../features/identities/handlers.ts'
import { createIdentity } from '../features/identities/register.ts'
import { getLineage } from '../features/lineage/handlers.ts'
import { getLogCheckpoint, getLogEntries, getLogKeys, readLogTile } from '../features/log/handlers.ts'
import { listNotices } from '../features/notices/handlers.ts'
import { getObject, readObject } from '../features/objects/handlers.ts'
import { publishCandidate } from '../features/publication/handlers.ts'
import { quoteRevision } from '../features/quotes/handlers.ts'
import { continueRecovery, getRecovery, startRecovery } from '../features/recovery/handlers.ts'
import { stageBlob, stagePage } from '../features/recovery/stage.ts'
import { listRetirements, retireRevision } from '../features/retirement/handlers.ts'
import { createReview, createReviewPlan, getCoverage, listReviews } from '../features/reviews/handlers.ts'
import { search } from '../features/search/handlers.ts'
import { findPassages } from '../features/search/passages.ts'
import { listSections } from '../features/sections/handlers.ts'
import { createSession, endSession, getSession } from '../features/sessions/handlers.ts'
import { listSignals } from '../features/signals/feed.ts'
import { correctSignal, getSignalReport, reportSignal } from '../features/signals/handlers.ts'
import { getSignals } from '../features/signals/summary.ts'
import { getSkill, listSkills, readSkill } from '../features/skills/handlers.ts'
import {
  createSnapshot,
  getSnapshot,
  listSnapshots,
  readSnapshotBlob,
  readSnapshotTable,
  releaseSnapshot,
} from '../features/snapshots/handlers.ts'
import { getStatus } from '../features/status/handlers.ts'
import {
  createSubmission,
  declineSubmission,
  getSubmission,
  listSubmissions,
  withdrawSubmission,
} from '../features/submissions/handlers.ts'
import {
  createSuggestion,
  getSuggestion,
  listSuggestions,
  triageSuggestion,
} from '../features/suggestions/handlers.ts'
import { listResolutions, resolveSuggestion } from '../features/suggestions/resolution.ts'
import {
  cancelTask,
  claimTask,
  completeTask,
  defineTask,
  getTask,
  listTasks,
  openTask,
  releaseTask,
  renewLease,
} from '../features/tasks/handlers.ts'
import { issueToken, listTokens, revokeMe, revokeToken } from '../features/tokens/handlers.ts'
import {
  changeVisibility,
  createTopic,
  getPolicy,
  getTopic,
  listTopics,
  listVisibilityHistory,
  setPolicy,
} from '../features/topics/handlers.ts'
import { getTopicHealth } from '../features/topics/health.ts'

/** Who answers each operation: one that is missing does not compile. */
export const HANDLERS: Handlers = {
  // reading
  listTopics,
  getTopic,
  getPolicy,
  listIndex,
  listSkills,
  getSkill,
  readSkill,
  search,
  findPassages,
  getEntry,
  resolvePath,
  listContents,
  listRevisions,
  readObject,
  getObject,
  listSections,
  findQuote: quoteRevision,
  getStatus,
  listChanges,
  diffRevisions,
  getLogCheckpoint,
  getLogKeys,
  readLogTile,
  getLogEntries,
  getAttestation,
  // curation
  createTopic,
  setPolicy,
  changeVisibility,
  getTopicHealth,
  listVisibilityChanges: listVisibilityHistory,
  createSuggestion,
  listSuggestions,
  getSuggestion,
  triageSuggestion,
  listResolutions,
  resolveSuggestion,
  listRetirements,
  retireRevision,
  getLineage,
  // editorial
  createSubmission,
  listSubmissions,
  getSubmission,
  withdrawSubmission,
  declineSubmission,
  finalizeSubmission,
  listCandidates,
  getCandidate,
  publishCandidate,
  createReviewPlan,
  createReview,
  listReviews,
  getCoverage,
  createEvidence,
  listEvidence,
  challengeEvidence,
  openTask,
  listTasks,
  getTask,
  defineTask,
  cancelTask,
  claimTask,
  renewLease,
  releaseTask,
  completeTask,
  // participation
  createIdentity,
  getSignals,
  reportSignal,
  getSignalReport,
  correctSignal,
  listSignals,
  listFeedback,
  listNotices,
  sendFeedback,
  // access
  createSession,
  getSession,
  endSession,
  getMe,
  revokeMe,
  listTokens,
  issueToken,
  revokeToken,
  // administration
  listAudit,
  getCapacity,
  listSnapshots,
  createSnapshot,
  getSnapshot,
  readSnapshotTable,
  readSnapshotBlob,
  releaseSnapshot,
  stagePage,
  stageBlob,
  getRecovery,
  startRecovery,
  continueRecovery,
}
