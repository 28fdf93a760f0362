import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import { findAlias } from '../../catalog/entries.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { addRecord, readRecord } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { seeEntry } from '../../catalog/seen.ts'
import { findTask, holdTask } from '../../catalog/tasks.ts'
import { findIdentity } from '../../catalog/tokens.ts'
import type { Act } from '../../command/act.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { requireCurator } from '../../core/authority.ts'
import { type AuthoredTexts, checksOf } from '../../core/checks/checks-of.ts'
import { requireFreePath } from '../../core/paths.ts'
import { namesNothing } from '../../core/problem.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'
import type { Db } from '../../storage/storage.ts'
import { checkReferences } from './references.ts'
import {
  decideWithdrawal,
  generationOf,
  observationFields,
  requireFittingParent,
  requireFittingTask,
  requireHead,
  requireUndecided,
  storedBody,
} from './rules.ts'
import { addProposal, closeProposal, listProposals } from './store.ts'

type SubmissionView = AnswerOf<Operations['getSubmission']>

export const createSubmission: Handler<'createSubmission'> = (app, call) => {
  const text = storedBody(call.body.body)
  const checks = checksOf({ ...call.body, body: text }, app.settings.baseUrl)
  return command(app, call, async (act, { named: topic }) => {
    const observation = observationFields(call.body, act.now)
    const references = await checkReferences(app, { db: act.tx, caller: call.caller }, call.body)
    const parent = await entryToRevise(act, call)
    requireFittingParent(call.body, parent)
    const task = await heldTask(act, call, topic.id)
    requireHead(call.body, parent)
    requireFreePath(await findAlias(act.tx, { path: call.body.path }), parent?.entry_id ?? null)
    const draft = {
      topic_id: topic.id,
      entry_id: parent?.entry_id ?? act.newId(),
      document_kind: call.body.kind,
      title: call.body.title,
      summary: call.body.summary,
      path: call.body.path,
      parent_hash: parent?.content_hash ?? null,
      ...task,
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
      checks,
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

/** What binds a proposal to the task that its author holds; a late holder submits nothing. */
async function heldTask(act: Act, { body }: CallOf<'createSubmission'>, topicId: string) {
  const generation = generationOf(body)
  if (!body.task_id || generation === null)
    return { task_id: null, task_generation: null, definition_hash: null }
  const task = requireFittingTask(body, await findTask(act.tx, { id: body.task_id }), topicId)
  await holdTask(act, task, generation)
  return { task_id: task.task_id, task_generation: generation, definition_hash: task.definition_hash }
}

export const withdrawSubmission: Handler<'withdrawSubmission'> = (app, call) =>
  command(app, call, async (act, { proposal }) => {
    decideWithdrawal(call.caller, proposal)
    const row = await closeProposal(act, proposal, { state: 'withdrawn', reason: null })
    return ok(await submissionView(act.tx, row))
  })

export const declineSubmission: Handler<'declineSubmission'> = (app, call) =>
  command(app, call, async (act, { proposal }) => {
    requireCurator(call.caller, proposal.topic_id)
    requireUndecided(proposal)
    const { reason } = call.body
    const row = await closeProposal(act, proposal, { state: 'declined', reason })
    const { proposal_hash: target, topic_id: topicId } = proposal
    await audit(act, { action: 'declineSubmission', target, topicId, reason })
    return ok(await submissionView(act.tx, row))
  })

export const listSubmissions: Handler<'listSubmissions'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listProposals(app.storage.read, {
    caller: call.caller,
    topic: call.query.topic,
    state: call.query.state,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.proposal_hash])
  return ok({
    items: await Promise.all(items.map((row) => submissionView(app.storage.read, row))),
    next_cursor,
  })
}

export const getSubmission: Handler<'getSubmission'> = async (app: App, call) => {
  const { proposal } = await call.see(app.storage.read)
  const record = await readRecord(app, proposal.proposal_hash)
  const checks = checksOf(record as unknown as AuthoredTexts, app.settings.baseUrl)
  return ok({ ...(await submissionView(app.storage.read, proposal)), checks })
}

/** Without its checks, for which its text would have to be read. */
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
    checks: null,
  }
}
