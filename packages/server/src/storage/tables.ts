import type * as access from './rows/access.ts'
import type * as catalog from './rows/catalog.ts'
import type * as curation from './rows/curation.ts'
import type * as editorial from './rows/editorial.ts'
import type * as log from './rows/log.ts'
import type * as changes from './rows/log.ts'
import type * as search from './rows/search.ts'
import type * as signals from './rows/signals.ts'
import type * as site from './rows/site.ts'
import type * as topics from './rows/topics.ts'

/**
 * Every table; the columns are in `rows/`. Booleans are 0 or 1, times are ISO 8601 text in UTC with
 * milliseconds, lists and records are JSON text read in TypeScript, so that both engines hold the same values.
 *
 * Records are what was decided and are never changed but for a state; projections can be thrown away and
 * built again from the records and the objects.
 */
export interface Tables {
  // records
  objects: editorial.ObjectRow
  blobs: editorial.BlobRow
  topics: topics.TopicRow
  policies: topics.PolicyRow
  visibility_changes: topics.VisibilityChangeRow
  identities: access.IdentityRow
  tokens: access.TokenRow
  proposals: editorial.ProposalRow
  candidates: editorial.CandidateRow
  publications: editorial.PublicationRow
  suggestions: curation.SuggestionRow
  tasks: curation.TaskRow
  task_prerequisites: curation.TaskPrerequisiteRow
  definitions: curation.DefinitionRow
  resolutions: curation.ResolutionRow
  retirements: editorial.RetirementRow
  feedback: curation.FeedbackRow
  signal_reports: signals.SignalReportRow
  signal_events: signals.SignalEventRow
  allowance_days: access.AllowanceDayRow
  registration_counts: access.RegistrationCountRow
  review_plans: editorial.ReviewPlanRow
  reviews: editorial.ReviewRow
  evidence: editorial.EvidenceRow
  idempotency: site.IdempotencyRow
  staged_blobs: site.StagedBlobRow
  audit: site.AuditRow
  site: site.SiteRow
  sessions: access.SessionRow
  authorizations: access.AuthorizationRow
  snapshots: site.SnapshotRow
  snapshot_rows: site.SnapshotRowRow
  recovery_jobs: site.RecoveryJobRow
  // projections
  entries: catalog.EntryRow
  revisions: catalog.RevisionRow
  aliases: catalog.AliasRow
  topic_counts: catalog.TopicCountRow
  lineage_nodes: catalog.LineageNodeRow
  lineage_edges: catalog.LineageEdgeRow
  changes: changes.ChangeRow
  log_entries: log.LogEntryRow
  log_tiles: log.LogTileRow
  signal_moments: signals.SignalMomentRow
  signal_buckets: signals.SignalBucketRow
  search_topics: search.SearchTopicRow
  search_changes: search.SearchChangeRow
  search_segments: search.SearchSegmentRow
  search_progress: search.SearchProgressRow
  search_documents: search.SearchDocumentRow
}
