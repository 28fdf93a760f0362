import { isReader } from '@colophon/contract'
import type { UnitOfWork } from '../command/unit-of-work.ts'
import { cachedQuery } from '../storage/cached-query.ts'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { SuggestionRow } from '../storage/rows/curation.ts'
import type { Tx } from '../storage/storage.ts'
import { addRecord } from './objects.ts'

const insert = insertRow('suggestions', {
  suggestion_id: true,
  suggestion_hash: true,
  topic_id: true,
  kind: true,
  question: true,
  motivation: true,
  related_hashes: true,
  parent_hash: true,
  resolution_state: true,
  resolution_hash: true,
  triage_state: true,
  triaged_at: true,
  task_id: true,
  created_at: true,
  created_by: true,
  created_label: true,
})

interface NewSuggestion {
  topicId: string
  kind: 'discussion' | 'research' | 'correction' | 'article_feedback'
  question: string
  motivation: string
  relatedHashes: readonly string[]
  parentHash: string | null
}

/** Puts a suggestion into the queue: the immutable object and its row. */
export async function addSuggestion(unit: UnitOfWork, made: NewSuggestion): Promise<SuggestionRow> {
  const said = {
    topic_id: made.topicId,
    question: made.question,
    motivation: made.motivation,
    parent_hash: made.parentHash,
    created_at: unit.now,
  }
  const label = labelOf(unit)
  const suggestionHash = await addRecord(unit, {
    kind: 'suggestion',
    topicId: made.topicId,
    entryId: null,
    fields: { ...said, suggestion_kind: made.kind, related_hashes: made.relatedHashes, created_by: label },
  })
  const row: SuggestionRow = {
    ...said,
    suggestion_id: unit.newId(),
    suggestion_hash: suggestionHash,
    kind: made.kind,
    related_hashes: JSON.stringify(made.relatedHashes),
    resolution_state: 'open',
    resolution_hash: null,
    triage_state: 'untriaged',
    triaged_at: null,
    task_id: null,
    created_by: unit.caller.identityId,
    created_label: label,
  }
  await insert(unit.tx, row)
  return row
}

/** A reader is known to curators by its pseudonym alone. */
function labelOf({ caller }: UnitOfWork): string {
  return isReader(caller.enrollment) ? caller.participantId : caller.label
}

const byId = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('suggestions').selectAll().where('suggestion_id', '=', p('id')),
)

export const findSuggestion = cachedQuery(byId)

const byHash = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('suggestions').selectAll().where('suggestion_hash', '=', p('hash')),
)

export const findSuggestionOfHash = cachedQuery(byHash)

const link = preparedQuery<{ id: string; task: string }>()((db, p) =>
  db
    .updateTable('suggestions')
    .set({ task_id: p('task') })
    .where('suggestion_id', '=', p('id')),
)

/** The newest task that was opened for a suggestion. */
export async function linkTask(tx: Tx, suggestionId: string, taskId: string): Promise<void> {
  await link.run(tx, { id: suggestionId, task: taskId })
}
