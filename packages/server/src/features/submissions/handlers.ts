import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import { findAlias } from '../../catalog/entries.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { addRecord, readRecord } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { requireFreePath, topicOfPath } from '../../catalog/paths.ts'
import { findTask, holdTask } from '../../catalog/tasks.ts'
import { findIdentity } from '../../catalog/tokens.ts'
import { findTopic } from '../../catalog/topics.ts'
import { findVisibleEntry } from '../../catalog/visibility.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { requireCurator } from '../../core/authority.ts'
import { namesNothing } from '../../core/problem.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'
import type { Db } from '../../storage/storage.ts'
import type { AuthoredTexts } from '../../text/checks/checks-of.ts'
import {
  checkReferences,
  decideWithdrawal,
  generationOf,
  observationFields,
  requireFittingParent,
  requireFittingTask,
  requireHead,
  requireSkillForm,
  requireUndecided,
  storedBody,
} from './rules.ts'
import { addProposal, closeProposal, listProposals } from './store.ts'

type SubmissionView = AnswerOf<Operations['getSubmission']>

export const createSubmission: Handler<'createSubmission'> = async (app, call) => {
  const text = storedBody(call.body.body)
  const { analysis } = app.textRenderer
  // Advice for the author alone: of a topic that is not there, or not theirs, nothing is answered.
  const topic = await findTopic(app.storage.read, { id: topicOfPath(call.body.path) })
  const texts = { ...call.body, body: text, profile: topic?.profile }
  const checks = await analysis.checks(texts, app.settings.baseUrl)
  return command(app, call, async (unit, { named: topic }) => {
    requireSkillForm(topic.profile, { ...call.body, body: text })
    const observation = observationFields(call.body, unit.now)
    const references = await checkReferences(app, { db: unit.tx, caller: call.caller }, call.body)
    const parent = await entryToRevise(unit, call)
    requireFittingParent(call.body, parent)
    const task = await heldTask(unit, call, topic.id)
    requireHead(call.body, parent)
    requireFreePath(await findAlias(unit.tx, { path: call.body.path }), parent?.entry_id ?? null)
    const draft = {
      topic_id: topic.id,
      entry_id: parent?.entry_id ?? unit.newId(),
      document_kind: call.body.kind,
      title: call.body.title,
      summary: call.body.summary,
      path: call.body.path,
      parent_hash: parent?.content_hash ?? null,
      ...task,
    }
    const proposalHash = await addRecord(unit, {
      kind: 'proposal',
      topicId: topic.id,
      entryId: draft.entry_id,
      fields: { ...draft, ...observation, references, body: text, created_at: unit.now },
    })
    await addProposal(unit, { ...draft, proposal_hash: proposalHash })
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
async function entryToRevise(unit: UnitOfWork, call: CallOf<'createSubmission'>): Promise<EntryRow | null> {
  const id = call.body.entry_id ?? null
  if (id === null) return null
  const entry = await findVisibleEntry(unit.tx, call.caller, id)
  if (entry === null) throw namesNothing('/entry_id')
  return entry
}

/** What binds a proposal to the task that its author holds; a late holder submits nothing. */
async function heldTask(unit: UnitOfWork, { body }: CallOf<'createSubmission'>, topicId: string) {
  const generation = generationOf(body)
  if (!body.task_id || generation === null)
    return { task_id: null, task_generation: null, definition_hash: null }
  const task = requireFittingTask(body, await findTask(unit.tx, { id: body.task_id }), topicId)
  await holdTask(unit, task, generation)
  return { task_id: task.task_id, task_generation: generation, definition_hash: task.definition_hash }
}

export const withdrawSubmission: Handler<'withdrawSubmission'> = (app, call) =>
  command(app, call, async (unit, { proposal }) => {
    decideWithdrawal(call.caller, proposal)
    const row = await closeProposal(unit, proposal, { state: 'withdrawn', reason: null })
    return ok(await submissionView(unit.tx, row))
  })

export const declineSubmission: Handler<'declineSubmission'> = (app, call) =>
  command(app, call, async (unit, { proposal }) => {
    requireCurator(call.caller, proposal.topic_id)
    requireUndecided(proposal)
    const { reason } = call.body
    const row = await closeProposal(unit, proposal, { state: 'declined', reason })
    const { proposal_hash: target, topic_id: topicId } = proposal
    await audit(unit, { action: 'declineSubmission', target, topicId, reason })
    return ok(await submissionView(unit.tx, row))
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
  const { proposal } = await call.resolveResources(app.storage.read)
  const record = await readRecord(app, proposal.proposal_hash)
  const topic = await findTopic(app.storage.read, { id: proposal.topic_id })
  const texts = { ...(record as unknown as AuthoredTexts), profile: topic?.profile }
  const checks = await app.textRenderer.analysis.checks(texts, app.settings.baseUrl)
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
