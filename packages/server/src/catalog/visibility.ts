import { type BodyResource, isFeedback, isRecovered, isRevision, type Resource } from '@colophon/contract'
import {
  type Caller,
  hasGrant,
  hasScope,
  mayReadObject,
  mayReadSuggestion,
  mayReadTopic,
} from '../core/authority.ts'
import { namesNothing, notFound } from '../core/problem.ts'
import type { TokenRow } from '../storage/rows/access.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { SuggestionRow, TaskRow } from '../storage/rows/curation.ts'
import type { CandidateRow, EvidenceRow, ProposalRow } from '../storage/rows/editorial.ts'
import type { SignalReportRow } from '../storage/rows/signals.ts'
import type { RecoveryJobRow, SnapshotRow } from '../storage/rows/site.ts'
import type { TopicRow } from '../storage/rows/topics.ts'
import type { Db } from '../storage/storage.ts'
import { mayReadReview } from './blindness.ts'
import { findEntry } from './entries.ts'
import { findObject, type ObjectInSite } from './objects.ts'
import { topicOfPath } from './paths.ts'
import {
  findCandidate,
  findEvidence,
  findProposal,
  findRecoveryJob,
  findReport,
  findSnapshot,
} from './records.ts'
import { findReviewStanding } from './review-plans.ts'
import { findSuggestion, findSuggestionOfHash } from './suggestions.ts'
import { findTask } from './tasks.ts'
import { findToken } from './tokens.ts'
import { findTopic } from './topics.ts'

/** A published revision. */
export interface RevisionInSite extends ObjectInSite {
  topic_id: string
  entry_id: string
  publication_hash: string
  retirement_state: NonNullable<ObjectInSite['retirement_state']>
}

/** The row that each kind of path parameter resolves to. */
export interface ResourceRows {
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

type Resolver<R extends Resource> = (db: Db, caller: Caller, id: string) => Promise<ResourceRows[R] | null>

/** Null for what does not exist and for what the caller may not read, alike. */
const RESOLVERS: { [R in Resource]: Resolver<R> } = {
  topic: findVisibleTopic,
  entry: findVisibleEntry,
  object: findVisibleObject,
  base: findVisibleContent,
  compared: findVisibleContent,
  revision: findVisibleRevision,
  proposal: async (db, caller, id) =>
    (await findVisibleObject(db, caller, id)) ? findProposal(db, { id }) : null,
  candidate: findVisibleCandidate,
  suggestion: findVisibleSuggestion,
  decided_suggestion: findVisibleDecision,
  task: findVisibleTask,
  token: (db, _caller, id) => findToken(db, { id }),
  report: findOwnReport,
  evidence: findVisibleEvidence,
  snapshot: (db, _caller, id) => findSnapshot(db, { id }),
  recovered_table: async (_db, _caller, name) => (isRecovered(name) ? name : null),
  catalogued: (db, _caller, sha256) => findObject(db, { sha256 }),
  brought: async (_db, _caller, sha256) => sha256,
  recovery_job: (db, _caller, id) => findRecoveryJob(db, { id }),
  // The same for everybody, as what the log is about shows nowhere in it.
  log_level: async (_db, _caller, level) => level,
  log_tile: async (_db, _caller, tile) => tile,
}

export async function findVisibleTopic(db: Db, caller: Caller, id: string): Promise<TopicRow | null> {
  const topic = await findTopic(db, { id })
  // Decided for a topic that does not exist as well, so that a hidden one takes no longer.
  return mayReadTopic(caller, topic ?? ABSENT_TOPIC) ? topic : null
}

const ABSENT_TOPIC = { id: '', visibility: 'invited' } as const

export async function findVisibleEntry(db: Db, caller: Caller, id: string): Promise<EntryRow | null> {
  const entry = await findEntry(db, { id })
  // Looked for without an entry as well, for the same reason.
  const topic = await findVisibleTopic(db, caller, entry?.topic_id ?? ABSENT_TOPIC.id)
  return entry && topic ? entry : null
}

type Rule = (db: Db, caller: Caller, sha256: string) => Promise<boolean>

/** The kinds whose readers depend on more than the object: null for those that `mayReadObject` decides. */
const OWN_RULES: Readonly<Record<ObjectInSite['kind'], Rule | null>> = {
  candidate: null,
  definition: null,
  evidence: null,
  policy: null,
  proposal: null,
  publication: null,
  resolution: null,
  retirement: null,
  review: isVisibleReview,
  suggestion: isVisibleSuggestion,
}

export async function findVisibleObject(
  db: Db,
  caller: Caller,
  sha256: string,
): Promise<ObjectInSite | null> {
  const found = await findObject(db, { sha256 })
  if (found !== null && (found.visibility === null || found.topic_id === null)) return null
  const object = found ?? ABSENT_OBJECT
  const isVisible = OWN_RULES[object.kind]
  if (isVisible !== null) return (await isVisible(db, caller, sha256)) ? found : null
  const readable = mayReadObject(caller, {
    kind: object.kind,
    topicId: object.topic_id ?? ABSENT_TOPIC.id,
    visibility: object.visibility ?? ABSENT_TOPIC.visibility,
    ownerId: object.owner_id,
    isPublished: object.publication_hash !== null,
  })
  return readable ? found : null
}

/** Judged where there is no object, so that a hidden one takes no longer. */
const ABSENT_OBJECT = {
  kind: 'candidate',
  topic_id: ABSENT_TOPIC.id,
  visibility: ABSENT_TOPIC.visibility,
  owner_id: null,
  publication_hash: '',
} as const

/** A revision, published or not. */
async function findVisibleContent(db: Db, caller: Caller, sha256: string): Promise<ObjectInSite | null> {
  const object = await findVisibleObject(db, caller, sha256)
  return object !== null && isRevision(object.kind) ? object : null
}

/** Candidates that are not published look the same as what is not there. */
export async function findVisibleRevision(
  db: Db,
  caller: Caller,
  sha256: string,
): Promise<RevisionInSite | null> {
  const object = await findVisibleObject(db, caller, sha256)
  return object !== null && isPublished(object) ? object : null
}

function isPublished(object: ObjectInSite): object is RevisionInSite {
  return object.publication_hash !== null && object.topic_id !== null && object.entry_id !== null
}

export async function findVisibleSuggestion(
  db: Db,
  caller: Caller,
  id: string,
): Promise<SuggestionRow | null> {
  const suggestion = await findSuggestion(db, { id })
  return suggestion && mayReadSuggestion(caller, suggestion) ? suggestion : null
}

async function isVisibleSuggestion(db: Db, caller: Caller, sha256: string): Promise<boolean> {
  const suggestion = await findSuggestionOfHash(db, { hash: sha256 })
  return suggestion !== null && mayReadSuggestion(caller, suggestion)
}

/**
 * What was decided is for whoever works on the topic, whoever asked; of its own feedback a reader sees what
 * became of it, while the topic is readable.
 */
async function findVisibleDecision(db: Db, caller: Caller, id: string): Promise<SuggestionRow | null> {
  const suggestion = await findSuggestion(db, { id })
  if (suggestion === null) return null
  if (hasGrant(caller, suggestion.topic_id)) return suggestion
  const isOwn = isFeedback(suggestion.kind) && suggestion.created_by === caller.identityId
  return isOwn && (await findVisibleTopic(db, caller, suggestion.topic_id)) ? suggestion : null
}

/** A report is visible to its author only. */
async function findOwnReport(db: Db, caller: Caller, id: string): Promise<SignalReportRow | null> {
  const report = await findReport(db, { id })
  return report !== null && report.identity_id === caller.identityId ? report : null
}

async function isVisibleReview(db: Db, caller: Caller, sha256: string): Promise<boolean> {
  const standing = await findReviewStanding(db, sha256)
  return standing !== null && mayReadReview(caller, standing)
}

/** Editorial work needs a grant for the topic, also on bytes that are published and readable by anybody. */
async function findVisibleCandidate(db: Db, caller: Caller, id: string): Promise<CandidateRow | null> {
  const candidate = await findCandidate(db, { id })
  return candidate && hasGrant(caller, candidate.topic_id) ? candidate : null
}

/** Rows are for reviewers, and for the curators who may challenge them. */
async function findVisibleEvidence(db: Db, caller: Caller, id: string): Promise<EvidenceRow | null> {
  const row = await findEvidence(db, { id })
  const may =
    row && hasGrant(caller, row.topic_id) && (hasScope(caller, 'review') || hasScope(caller, 'curate'))
  return may ? row : null
}

/** Tasks are unpublished work, whatever the visibility of their topic. */
export async function findVisibleTask(db: Db, caller: Caller, id: string): Promise<TaskRow | null> {
  const task = await findTask(db, { id })
  return task && hasGrant(caller, task.topic_id) ? task : null
}

/** The row that each kind of resource named by a body resolves to. */
export interface BodyResourceRows {
  topic: TopicRow
  task: TaskRow
  revision: RevisionInSite
  workplace: TopicRow
  placed: TopicRow
}

const BODY_RESOLVERS: {
  [R in BodyResource]: (db: Db, caller: Caller, id: string) => Promise<BodyResourceRows[R] | null>
} = {
  topic: findVisibleTopic,
  task: findVisibleTask,
  revision: findVisibleRevision,
  workplace: findGrantedTopic,
  placed: (db, caller, path) => findGrantedTopic(db, caller, topicOfPath(path)),
}

/** Who works on a topic needs a grant, also where everybody reads it. */
async function findGrantedTopic(db: Db, caller: Caller, id: string): Promise<TopicRow | null> {
  return hasGrant(caller, id) ? findTopic(db, { id }) : null
}

export interface NamedResources {
  /** What the path names. */
  readonly path: readonly (readonly [Resource, string])[]
  /** What the body names in the place of a path. */
  readonly body: { readonly resource: BodyResource; readonly key: string; readonly id: string } | null
}

/** Resolves everything that is named; refuses at the first that the caller may not read. */
export async function resolveResources(
  db: Db,
  caller: Caller,
  named: NamedResources,
): Promise<Record<string, unknown>> {
  const resources: Record<string, unknown> = {}
  for (const [resource, id] of named.path) {
    const row = await RESOLVERS[resource](db, caller, id)
    if (row === null) throw notFound()
    resources[resource] = row
  }
  if (named.body === null) return resources
  const { resource, key, id } = named.body
  const row = await BODY_RESOLVERS[resource](db, caller, id)
  if (row === null) throw namesNothing(`/${key}`)
  return { ...resources, named: row }
}
