import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { findAlias } from '../../catalog/entries.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { addRecord } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { seeEntry } from '../../catalog/seen.ts'
import { findIdentity } from '../../catalog/tokens.ts'
import { findTopic } from '../../catalog/topics.ts'
import type { Act } from '../../command/act.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { topicOfPath } from '../../core/paths.ts'
import { invalidField, namesNothing } from '../../core/problem.ts'
import type { Db } from '../../storage/storage.ts'
import type { EntryRow, ProposalRow } from '../../storage/tables.ts'
import { checkReferences } from './references.ts'
import {
  decideParent,
  observationFields,
  requireFreePath,
  requireWritableTopic,
  type SubmissionBody,
  storedBody,
} from './rules.ts'
import { addProposal, listProposals } from './store.ts'

type SubmissionView = AnswerOf<Operations['getSubmission']>

export const createSubmission: Handler<'createSubmission'> = (app, call) => {
  const text = storedBody(call.body.body)
  return command(app, call, async (act) => {
    const topic = requireWritableTopic(
      call.caller,
      await findTopic(act.tx, { id: topicOfPath(call.body.path) }),
    )
    refuseTasks(call.body)
    const observation = observationFields(call.body, act.now)
    const references = await checkReferences(app, { db: act.tx, caller: call.caller }, call.body)
    const parent = decideParent(call.body, await entryToRevise(act, call))
    requireFreePath(await findAlias(act.tx, { path: call.body.path }), parent?.entry_id ?? null)
    const draft = {
      topic_id: topic.id,
      entry_id: parent?.entry_id ?? act.newId(),
      document_kind: call.body.kind,
      title: call.body.title,
      summary: call.body.summary,
      path: call.body.path,
      parent_hash: parent?.content_hash ?? null,
      task_id: null,
      task_generation: null,
      definition_hash: null,
    }
    const proposalHash = await addRecord(act, {
      kind: 'proposal',
      topicId: topic.id,
      entryId: draft.entry_id,
      fields: { ...draft, ...observation, references, body: text, created_at: act.now },
    })
    await addProposal(act, { ...draft, proposal_hash: proposalHash })
    return created({
      proposal_hash: proposalHash,
      topic_id: topic.id,
      entry_id: draft.entry_id,
      state: 'submitted' as const,
    })
  })
}

/** An entry that the author cannot read, or that was never published, names nothing. */
async function entryToRevise(act: Act, call: CallOf<'createSubmission'>): Promise<EntryRow | null> {
  const id = call.body.entry_id ?? null
  if (id === null) return null
  const entry = await seeEntry(act.tx, call.caller, id)
  if (entry === null) throw namesNothing('/entry_id')
  return entry
}

function refuseTasks(body: SubmissionBody): void {
  if (body.task_id) throw namesNothing('/task_id')
  if (body.task_generation) throw invalidField('/task_generation', 'goes with a task_id')
}

export const listSubmissions: Handler<'listSubmissions'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listProposals(app.storage.read, {
    caller: call.caller,
    topic: call.query.topic,
    state: call.query.state,
    after: page.after,
    limit: page.limit + 1,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.proposal_hash])
  return ok({
    items: await Promise.all(items.map((row) => submissionView(app.storage.read, row))),
    next_cursor,
  })
}

export const getSubmission: Handler<'getSubmission'> = async (app: App, call) => {
  const { proposal } = await call.see(app.storage.read)
  return ok(await submissionView(app.storage.read, proposal))
}

async function submissionView(db: Db, row: ProposalRow): Promise<SubmissionView> {
  const author = await findIdentity(db, { id: row.author_id })
  return {
    proposal_hash: row.proposal_hash,
    topic_id: row.topic_id,
    entry_id: row.entry_id,
    kind: row.document_kind as SubmissionView['kind'],
    title: row.title,
    summary: row.summary,
    path: row.path,
    expected_parent_hash: row.parent_hash,
    task_id: row.task_id,
    task_generation: row.task_generation,
    state: row.state as SubmissionView['state'],
    reason: row.reason,
    candidate_hash: row.candidate_hash,
    author: author?.label ?? '',
    created_at: row.created_at,
    decided_at: row.decided_at,
  }
}
