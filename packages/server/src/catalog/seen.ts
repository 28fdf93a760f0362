import { type BodyResource, isRecovered, type Resource } from '@colophon/contract'
import {
  type Caller,
  hasGrant,
  hasScope,
  mayReadObject,
  mayReadSuggestion,
  maySeeTopic,
} from '../core/authority.ts'
import { mayReadReview } from '../core/blindness.ts'
import { topicOfPath } from '../core/paths.ts'
import { namesNothing, notFound } from '../core/problem.ts'
import type { TokenRow } from '../storage/rows/access.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { SuggestionRow, TaskRow } from '../storage/rows/curation.ts'
import type { CandidateRow, EvidenceRow, ProposalRow } from '../storage/rows/editorial.ts'
import type { SignalReportRow } from '../storage/rows/signals.ts'
import type { RecoveryJobRow, SnapshotRow } from '../storage/rows/site.ts'
import type { TopicRow } from '../storage/rows/topics.ts'
import type { Db } from '../storage/storage.ts'
import { findCandidate } from './candidates.ts'
import { findEntry } from './entries.ts'
import { findEvidence } from './evidence.ts'
import { findObject, type ObjectInSite } from './objects.ts'
import { findProposal } from './proposals.ts'
import { findRecoveryJob } from './recovery-jobs.ts'
import { findReport } from './reports.ts'
import { findReviewStanding } from './review-plans.ts'
import { findSnapshot } from './snapshots.ts'
import { findSuggestion, findSuggestionOfHash } from './suggestions.ts'
import { findTask } from './tasks.ts'
import { findToken } from './tokens.ts'
import { findTopic } from './topics.ts'

/** A published revision. */
export interface RevisionInSite extends ObjectInSite {
  topic_id: string
  entry_id: string
  publication_hash: string
  retirement_state: string
}

/** What each kind of path parameter is found as. */
export interface SeenRows {
  topic: TopicRow
  entry: EntryRow
  object: ObjectInSite
  base: ObjectInSite
  compared: ObjectInSite
  revision: RevisionInSite
  proposal: ProposalRow
  candidate: CandidateRow
  suggestion: SuggestionRow
  decided_suggestion: SuggestionRow
  task: TaskRow
  token: TokenRow
  report: SignalReportRow
  evidence: EvidenceRow
  snapshot: SnapshotRow
  recovered_table: string
  catalogued: ObjectInSite
  brought: string
  recovery_job: RecoveryJobRow
  log_level: string
  log_tile: string
}

type Look<R extends Resource> = (db: Db, caller: Caller, id: string) => Promise<SeenRows[R] | null>

/** One look for each kind: null for what is not there and for what the caller may not see, alike. */
const LOOKS: { [R in Resource]: Look<R> } = {
  topic: seeTopic,
  entry: seeEntry,
  object: seeObject,
  base: seeContent,
  compared: seeContent,
  revision: seeRevision,
  proposal: async (db, caller, id) => ((await seeObject(db, caller, id)) ? findProposal(db, { id }) : null),
  candidate: seeCandidate,
  suggestion: seeSuggestion,
  decided_suggestion: seeDecidedSuggestion,
  task: seeTask,
  token: (db, _caller, id) => findToken(db, { id }),
  report: seeReport,
  evidence: seeEvidence,
  snapshot: (db, _caller, id) => findSnapshot(db, { id }),
  recovered_table: async (_db, _caller, name) => (isRecovered(name) ? name : null),
  catalogued: (db, _caller, sha256) => findObject(db, { sha256 }),
  brought: async (_db, _caller, sha256) => sha256,
  recovery_job: (db, _caller, id) => findRecoveryJob(db, { id }),
  // The same for everybody, as what the log is about shows nowhere in it.
  log_level: async (_db, _caller, level) => level,
  log_tile: async (_db, _caller, tile) => tile,
}

export async function seeTopic(db: Db, caller: Caller, id: string): Promise<TopicRow | null> {
  const topic = await findTopic(db, { id })
  return topic && maySeeTopic(caller, topic) ? topic : null
}

export async function seeEntry(db: Db, caller: Caller, id: string): Promise<EntryRow | null> {
  const entry = await findEntry(db, { id })
  return entry && (await seeTopic(db, caller, entry.topic_id)) ? entry : null
}

export async function seeObject(db: Db, caller: Caller, sha256: string): Promise<ObjectInSite | null> {
  const object = await findObject(db, { sha256 })
  if (object === null || object.visibility === null || object.topic_id === null) return null
  if (object.kind === 'review') return (await seesReview(db, caller, sha256)) ? object : null
  if (object.kind === 'suggestion') return (await seesSuggestion(db, caller, sha256)) ? object : null
  const readable = mayReadObject(caller, {
    kind: object.kind,
    topicId: object.topic_id,
    visibility: object.visibility,
    ownerId: object.owner_id,
    isPublished: object.publication_hash !== null,
  })
  return readable ? object : null
}

/** A revision, published or not. */
async function seeContent(db: Db, caller: Caller, sha256: string): Promise<ObjectInSite | null> {
  const object = await seeObject(db, caller, sha256)
  return object?.kind === 'candidate' ? object : null
}

/** Candidates that are not published look the same as what is not there. */
export async function seeRevision(db: Db, caller: Caller, sha256: string): Promise<RevisionInSite | null> {
  const object = await seeObject(db, caller, sha256)
  return object !== null && isPublished(object) ? object : null
}

function isPublished(object: ObjectInSite): object is RevisionInSite {
  return object.publication_hash !== null && object.topic_id !== null && object.entry_id !== null
}

export async function seeSuggestion(db: Db, caller: Caller, id: string): Promise<SuggestionRow | null> {
  const suggestion = await findSuggestion(db, { id })
  return suggestion && mayReadSuggestion(caller, suggestion) ? suggestion : null
}

async function seesSuggestion(db: Db, caller: Caller, sha256: string): Promise<boolean> {
  const suggestion = await findSuggestionOfHash(db, { hash: sha256 })
  return suggestion !== null && mayReadSuggestion(caller, suggestion)
}

/**
 * What was decided is for whoever works on the topic, whoever asked; of its own feedback a reader sees what
 * became of it, while the topic is readable.
 */
async function seeDecidedSuggestion(db: Db, caller: Caller, id: string): Promise<SuggestionRow | null> {
  const suggestion = await findSuggestion(db, { id })
  if (suggestion === null) return null
  if (hasGrant(caller, suggestion.topic_id)) return suggestion
  const isOwn = suggestion.kind === 'article_feedback' && suggestion.created_by === caller.identityId
  return isOwn && (await seeTopic(db, caller, suggestion.topic_id)) ? suggestion : null
}

/** Another's report is not there. */
async function seeReport(db: Db, caller: Caller, id: string): Promise<SignalReportRow | null> {
  const report = await findReport(db, { id })
  return report !== null && report.identity_id === caller.identityId ? report : null
}

async function seesReview(db: Db, caller: Caller, sha256: string): Promise<boolean> {
  const standing = await findReviewStanding(db, sha256)
  return standing !== null && mayReadReview(caller, standing)
}

/** Editorial work needs a grant for the topic, also on bytes that are published and readable by anybody. */
async function seeCandidate(db: Db, caller: Caller, id: string): Promise<CandidateRow | null> {
  const candidate = await findCandidate(db, { id })
  return candidate && hasGrant(caller, candidate.topic_id) ? candidate : null
}

/** Rows are for reviewers, and for the curators who may challenge them. */
async function seeEvidence(db: Db, caller: Caller, id: string): Promise<EvidenceRow | null> {
  const row = await findEvidence(db, { id })
  const may =
    row && hasGrant(caller, row.topic_id) && (hasScope(caller, 'review') || hasScope(caller, 'curate'))
  return may ? row : null
}

/** Tasks are unpublished work, whatever the visibility of their topic. */
export async function seeTask(db: Db, caller: Caller, id: string): Promise<TaskRow | null> {
  const task = await findTask(db, { id })
  return task && hasGrant(caller, task.topic_id) ? task : null
}

/** What each kind of thing that a body names is found as. */
export interface NamedRows {
  topic: TopicRow
  task: TaskRow
  revision: RevisionInSite
  workplace: TopicRow
  placed: TopicRow
}

const NAMED_LOOKS: {
  [R in BodyResource]: (db: Db, caller: Caller, id: string) => Promise<NamedRows[R] | null>
} = {
  topic: seeTopic,
  task: seeTask,
  revision: seeRevision,
  workplace: seeWorkplace,
  placed: (db, caller, path) => seeWorkplace(db, caller, topicOfPath(path)),
}

/** Who works on a topic needs a grant, also where everybody reads it. */
async function seeWorkplace(db: Db, caller: Caller, id: string): Promise<TopicRow | null> {
  return hasGrant(caller, id) ? findTopic(db, { id }) : null
}

export interface Named {
  /** What the path names. */
  readonly path: readonly (readonly [Resource, string])[]
  /** What the body names in the place of a path. */
  readonly body: { readonly resource: BodyResource; readonly key: string; readonly id: string } | null
}

/** Looks up everything that is named; throws the one refusal for the first that may not be seen. */
export async function seeAll(db: Db, caller: Caller, named: Named): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const [resource, id] of named.path) {
    const row = await LOOKS[resource](db, caller, id)
    if (row === null) throw notFound()
    seen[resource] = row
  }
  if (named.body === null) return seen
  const { resource, key, id } = named.body
  const row = await NAMED_LOOKS[resource](db, caller, id)
  if (row === null) throw namesNothing(`/${key}`)
  return { ...seen, named: row }
}
