import { type ClosedLists, isFeedback, membersOf } from '@colophon/contract'
import { expressionBuilder } from 'kysely'
import { addRecord } from '../../catalog/objects.ts'
import { listRanges, type RowPageParams } from '../../catalog/pages.ts'
import { grantedTopicIds } from '../../catalog/topics.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { type Caller, hasScope, mayReadTopic } from '../../core/authority.ts'
import { rangesOf } from '../../storage/first-of-ranges.ts'
import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { ResolutionRow, SuggestionRow } from '../../storage/rows/curation.ts'
import type { Db, Tx } from '../../storage/storage.ts'
import type { Tables } from '../../storage/tables.ts'
import type { ResolutionDecision } from './rules.ts'

const insert = insertRow('resolutions', {
  resolution_hash: true,
  suggestion_id: true,
  topic_id: true,
  position: true,
  previous_hash: true,
  state: true,
  reason: true,
  fixed_hashes: true,
  duplicate_of: true,
  decided_by: true,
  decided_label: true,
  decided_at: true,
})

const byHash = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('resolutions').selectAll().where('resolution_hash', '=', p('hash')),
)

/** Appends a decision to the chain of its suggestion: the immutable object, its row and the new state. */
export async function appendResolution(
  unit: UnitOfWork,
  suggestion: SuggestionRow,
  decision: ResolutionDecision,
): Promise<ResolutionRow> {
  const { suggestion_id, topic_id } = suggestion
  const resolutionHash = await addRecord(unit, {
    kind: 'resolution',
    topicId: topic_id,
    entryId: null,
    fields: {
      suggestion_id,
      suggestion_hash: suggestion.suggestion_hash,
      topic_id,
      ...decision,
      decided_by: unit.caller.label,
      decided_at: unit.now,
    },
  })
  const last = decision.previous_hash && (await byHash.first(unit.tx, { hash: decision.previous_hash }))
  const row = {
    suggestion_id,
    topic_id,
    ...decision,
    resolution_hash: resolutionHash,
    position: (last ? last.position : 0) + 1,
    fixed_hashes: JSON.stringify(decision.fixed_hashes),
    decided_by: unit.caller.identityId,
    decided_label: unit.caller.label,
    decided_at: unit.now,
  }
  await insert(unit.tx, row)
  await unit.tx
    .updateTable('suggestions')
    .set({ resolution_state: row.state, resolution_hash: row.resolution_hash })
    .where('suggestion_id', '=', suggestion_id)
    .execute()
  return row
}

/** In the order of the hashes. */
export function listResolutionRows(
  db: Db,
  asked: { suggestionId: string; after: string | null; limit: number },
): Promise<ResolutionRow[]> {
  return db
    .selectFrom('resolutions')
    .selectAll()
    .where('suggestion_id', '=', asked.suggestionId)
    .where('resolution_hash', '>', asked.after ?? '')
    .orderBy('resolution_hash')
    .limit(asked.limit)
    .execute()
}

export async function setTriageState(
  tx: Tx,
  suggestionId: string,
  triage: { readonly state: SuggestionRow['triage_state']; readonly at: string },
): Promise<void> {
  await tx
    .updateTable('suggestions')
    .set({ triage_state: triage.state, triaged_at: triage.at })
    .where('suggestion_id', '=', suggestionId)
    .execute()
}

/** Those of the hashes that are published, active revisions of the topic. */
export async function activeRevisions(
  db: Db,
  topicId: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('revisions')
    .select('content_hash')
    .where('content_hash', 'in', hashes)
    .where('topic_id', '=', topicId)
    .where('retirement_state', '=', 'active')
    .execute()
  return new Set(rows.map((row) => row.content_hash))
}

/** Those of the hashes that are revisions of topics that the caller cannot read. */
export async function hiddenRevisions(
  db: Db,
  caller: Caller,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('revisions')
    .innerJoin('topics', 'topics.id', 'revisions.topic_id')
    .select(['revisions.content_hash', 'topics.id', 'topics.visibility'])
    .where('revisions.content_hash', 'in', hashes)
    .execute()
  return new Set(rows.filter((topic) => !mayReadTopic(caller, topic)).map((row) => row.content_hash))
}

interface SuggestionListParams extends RowPageParams<string[]> {
  caller: Caller
  topic: string | undefined
  kind: SuggestionRow['kind'] | undefined
  resolutionState: SuggestionRow['resolution_state'] | undefined
  triageState: SuggestionRow['triage_state'] | undefined
}

/** Suggestions of the topics that the caller has a grant for, newest first; feedback for curators alone. */
export async function listSuggestionRows(db: Db, asked: SuggestionListParams): Promise<SuggestionRow[]> {
  const topics = await grantedTopicIds(db, asked.caller, asked.topic)
  const shown = KINDS.filter((kind) => hasScope(asked.caller, 'curate') || !isFeedback(kind))
  const kinds = shown.filter((kind) => asked.kind === undefined || asked.kind === kind)
  const states = STATES.filter(
    (state) => asked.resolutionState === undefined || asked.resolutionState === state,
  )
  const eb = expressionBuilder<Tables, 'suggestions'>()
  const { triageState } = asked
  const where = triageState === undefined ? undefined : eb('suggestions.triage_state', '=', triageState)
  const isEverything = kinds.length === KINDS.length && states.length === STATES.length
  if (isEverything) return listRanges(db, { ...BY_TOPIC, where }, { ...asked, ranges: rangesOf(topics) })
  return listRanges(db, { ...BY_STATE, where }, { ...asked, ranges: rangesOf(topics, kinds, states) })
}

const NEWEST = { table: 'suggestions', by: ['created_at', 'suggestion_id'], from: 'newest' } as const
const BY_TOPIC = { ...NEWEST, each: ['topic_id'] } as const
const BY_STATE = { ...NEWEST, each: ['topic_id', 'kind', 'resolution_state'] } as const

const KINDS = membersOf<ClosedLists['suggestionKind']>({
  discussion: true,
  research: true,
  correction: true,
  article_feedback: true,
})
const STATES = membersOf<ClosedLists['resolutionState']>({ open: true, resolved: true, duplicate: true })
