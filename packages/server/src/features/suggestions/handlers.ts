import { type AnswerOf, isPublic, type Operations } from '@colophon/contract'
import { audit } from '../../catalog/audit.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { openResearch, requirePrerequisites } from '../../catalog/research.ts'
import { addSuggestion } from '../../catalog/suggestions.ts'
import { findVisibleObject } from '../../catalog/visibility.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { type Caller, requireCurator } from '../../core/authority.ts'
import { namesNothing } from '../../core/problem.ts'
import type { SuggestionRow } from '../../storage/rows/curation.ts'
import type { Db } from '../../storage/storage.ts'
import { checkTask, decideTriage } from './rules.ts'
import { hiddenRevisions, listSuggestionRows, setTriageState } from './store.ts'

type SuggestionView = AnswerOf<Operations['getSuggestion']>

export const createSuggestion: Handler<'createSuggestion'> = (app, call) =>
  command(app, call, async (unit) => {
    const { topic_id, kind, question, motivation, related_hashes, parent_hash } = call.body
    await requireNamed(unit, call)
    const row = await addSuggestion(unit, {
      topicId: topic_id,
      kind,
      question,
      motivation,
      relatedHashes: related_hashes ?? [],
      parentHash: parent_hash ?? null,
    })
    return created(await suggestionView(unit.tx, call.caller, row))
  })

/** The parent is of the topic itself; what is related may also be published for everybody. */
async function requireNamed(unit: UnitOfWork, { body, caller }: CallOf<'createSuggestion'>): Promise<void> {
  for (const [place, hash] of (body.related_hashes ?? []).entries()) {
    const object = await findVisibleObject(unit.tx, caller, hash)
    const isShown = object?.publication_hash && isPublic(object.visibility)
    if (object?.topic_id !== body.topic_id && !isShown) throw namesNothing(`/related_hashes/${place}`)
  }
  if (!body.parent_hash) return
  const parent = await findVisibleObject(unit.tx, caller, body.parent_hash)
  if (parent?.topic_id !== body.topic_id) throw namesNothing('/parent_hash')
}

export const listSuggestions: Handler<'listSuggestions'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const db = app.storage.read
  const rows = await listSuggestionRows(db, {
    caller: call.caller,
    topic: call.query.topic,
    kind: call.query.kind,
    resolutionState: call.query.resolution_state,
    triageState: call.query.triage_state,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.suggestion_id])
  const hidden = await hiddenRevisions(db, call.caller, items.flatMap(relatedHashes))
  return ok({ items: items.map((row) => viewOf(row, hidden)), next_cursor })
}

export const getSuggestion: Handler<'getSuggestion'> = async (app, call) => {
  const { suggestion } = await call.resolveResources(app.storage.read)
  return ok(await suggestionView(app.storage.read, call.caller, suggestion))
}

export const triageSuggestion: Handler<'triageSuggestion'> = (app, call) =>
  command(app, call, async (unit, { suggestion }) => {
    const { topic_id: topicId, suggestion_id: suggestionId } = suggestion
    const task = checkTask(call.body)
    const prerequisites = task?.prerequisites ?? []
    await requirePrerequisites(unit, { topicId, prerequisites }, '/task/prerequisites')
    requireCurator(call.caller, topicId)
    decideTriage(suggestion.triage_state, call.body)
    const { state, reason } = call.body
    await setTriageState(unit.tx, suggestionId, { state, at: unit.now })
    const opened = task && (await openResearch(unit, { ...task, topicId, prerequisites, suggestionId }))
    await audit(unit, {
      action: 'triageSuggestion',
      target: suggestion.suggestion_id,
      topicId: suggestion.topic_id,
      reason,
    })
    return ok(
      await suggestionView(unit.tx, call.caller, {
        ...suggestion,
        triage_state: state,
        task_id: opened?.task_id ?? suggestion.task_id,
      }),
    )
  })

async function suggestionView(db: Db, caller: Caller, row: SuggestionRow): Promise<SuggestionView> {
  return viewOf(row, await hiddenRevisions(db, caller, relatedHashes(row)))
}

function relatedHashes(row: SuggestionRow): string[] {
  return JSON.parse(row.related_hashes) as string[]
}

/** What was related while it was public is not shown to whom its topic has become invited for. */
function viewOf(row: SuggestionRow, hidden: ReadonlySet<string>): SuggestionView {
  return {
    suggestion_id: row.suggestion_id,
    suggestion_hash: row.suggestion_hash,
    topic_id: row.topic_id,
    kind: row.kind as SuggestionView['kind'],
    question: row.question,
    motivation: row.motivation,
    related_hashes: relatedHashes(row).filter((hash) => !hidden.has(hash)),
    parent_hash: row.parent_hash,
    resolution_state: row.resolution_state as SuggestionView['resolution_state'],
    resolution_hash: row.resolution_hash,
    triage_state: row.triage_state as SuggestionView['triage_state'],
    task_id: row.task_id,
    created_at: row.created_at,
    created_by: row.created_label ?? '',
  }
}
