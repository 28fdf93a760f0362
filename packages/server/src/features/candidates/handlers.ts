import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { linkCandidate } from '../../catalog/apply-lineage.ts'
import {
  coverageView,
  loadProgress,
  loadProgressOf,
  newProgress,
  planView,
  type ReviewProgress,
} from '../../catalog/coverage.ts'
import type { Handler } from '../../catalog/handler.ts'
import { addObject, decodeRecord, readAhead, readRevision, requireAhead } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findIdentity } from '../../catalog/tokens.ts'
import { findTopic } from '../../catalog/topics.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import type { Caller } from '../../core/authority.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'
import { encodeRevision, type RevisionMeta } from '../../text/front-matter.ts'
import { decideFinalization } from './rules.ts'
import { acceptProposal, addCandidate, listCandidateRows } from './store.ts'

type CandidateView = AnswerOf<Operations['getCandidate']>

export const finalizeSubmission: Handler<'finalizeSubmission'> = async (app, call) => {
  // The proposal's bytes never change: they are read before the transaction.
  const read = await readAhead(app, call, call.params.proposal_hash)
  return command(app, call, async (unit, { proposal }) => {
    decideFinalization(call.caller, proposal)
    const record = decodeRecord(requireAhead(read))
    const meta = await candidateMeta(unit, proposal, record)
    const { sha256, bytes } = encodeRevision(meta, String(record.body))
    await addObject(unit, {
      sha256,
      bytes,
      kind: 'candidate',
      topicId: proposal.topic_id,
      entryId: proposal.entry_id,
    })
    const row = await addCandidate(unit, { proposal, candidateHash: sha256 })
    await linkCandidate(unit.tx, row, meta)
    await acceptProposal(unit, { proposalHash: proposal.proposal_hash, candidateHash: sha256 })
    const progress = await newProgress(unit.tx, row)
    return created(candidateView(progress, meta, unit.caller))
  })
}

/** What the service assigns: provenance, author, topic, time, policy in force. */
async function candidateMeta(
  unit: UnitOfWork,
  proposal: ProposalRow,
  record: Record<string, unknown>,
): Promise<RevisionMeta> {
  const topic = await findTopic(unit.tx, { id: proposal.topic_id })
  const author = await findIdentity(unit.tx, { id: proposal.author_id })
  if (topic === null || author === null)
    throw new Error(`proposal ${proposal.proposal_hash} lost its topic or author`)
  return {
    accepted_by: unit.caller.label,
    applicability: record.applicability as string | null,
    author: author.label,
    created_at: unit.now,
    document_kind: proposal.document_kind,
    entry_id: proposal.entry_id,
    format_version: 1,
    kind: 'candidate',
    observed_at: record.observed_at as string | null,
    parent_hash: proposal.parent_hash,
    path: proposal.path,
    policy_hash: topic.policy_hash,
    proposal_hash: proposal.proposal_hash,
    references: record.references as RevisionMeta['references'],
    refresh_after: record.refresh_after as string | null,
    summary: proposal.summary,
    title: proposal.title,
    topic_id: proposal.topic_id,
  }
}

export const getCandidate: Handler<'getCandidate'> = async (app, call) => {
  const { candidate } = await call.resolveResources(app.storage.read)
  const progress = await loadProgressOf(app.storage.read, candidate, app.ambient.now())
  const { meta, body } = await readRevision(app, candidate.candidate_hash)
  const topic = await findTopic(app.storage.read, { id: candidate.topic_id })
  const texts = { ...meta, body, profile: topic?.profile }
  const checks = await app.textRenderer.analysis.checks(texts, app.settings.baseUrl)
  return ok({ ...candidateView(progress, meta, call.caller), checks })
}

export const listCandidates: Handler<'listCandidates'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listCandidateRows(app.storage.read, {
    caller: call.caller,
    topic: call.query.topic,
    state: call.query.state,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.candidate_hash])
  const progress = await loadProgress(app.storage.read, items, app.ambient.now())
  return ok({
    items: await Promise.all(progress.map((one) => listedCandidate(app, one, call.caller))),
    next_cursor,
  })
}

async function listedCandidate(app: App, progress: ReviewProgress, caller: Caller): Promise<CandidateView> {
  const { meta } = await readRevision(app, progress.candidate.candidate_hash)
  return candidateView(progress, meta, caller)
}

/** Without its checks: a page of texts would take too long to look at, and so would one inside a transaction. */
function candidateView(progress: ReviewProgress, meta: RevisionMeta, caller: Caller): CandidateView {
  return {
    candidate_hash: progress.candidate.candidate_hash,
    ...meta,
    references: [...meta.references],
    state: progress.candidate.state as CandidateView['state'],
    review_plan: planView(progress),
    coverage: coverageView(progress, caller),
    checks: null,
  }
}
