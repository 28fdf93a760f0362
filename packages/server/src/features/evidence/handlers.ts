import type { AnswerOf, ClosedLists, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import { policyFor } from '../../catalog/coverage.ts'
import type { CallOf, Handler, ReplyOf } from '../../catalog/handler.ts'
import { addRecord, readRecord } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findReviewPlan } from '../../catalog/review-plans.ts'
import { findIdentity } from '../../catalog/tokens.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { findOutcome } from '../../command/idempotency.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { requireCurator } from '../../core/authority.ts'
import type { CandidateRow, EvidenceRow } from '../../storage/rows/editorial.ts'
import { fetchLocator, requireLocator } from './fetch-locator.ts'
import {
  isCounting,
  isSound,
  manualStatement,
  requireFieldsOfMethod,
  requireUnchallenged,
  type Statement,
  transportStatement,
} from './rules.ts'
import { addEvidence, listEvidenceRows, markChallenged } from './store.ts'

type EvidenceView = AnswerOf<Operations['createEvidence']>

type StateFacts = (terms: { ttlDays: number; now: string }) => Statement

export const createEvidence: Handler<'createEvidence'> = (app, call) => {
  requireFieldsOfMethod(call.body)
  return CREATE[call.body.method](app, call)
}

const CREATE: Readonly<Record<ClosedLists['evidenceMethod'], Handler<'createEvidence'>>> = {
  'manual-source-v1': (app, call) => record(app, call, (terms) => manualStatement(call.body, terms)),
  'url-transport-v1': recordTransport,
}

async function recordTransport(app: App, call: CallOf<'createEvidence'>): Promise<ReplyOf<'createEvidence'>> {
  const locator = call.body.source_locator
  requireLocator(app, locator)
  // The network is asked outside the transaction, for what the caller may see, and not again for a replay.
  await call.resolveResources(app.storage.read)
  const earlier = await findOutcome<EvidenceView>(app.storage.read, call)
  if (earlier !== null) return earlier
  const found = await fetchLocator(app, { locator, key: call.idempotency?.keyHash ?? call.requestId })
  return record(app, call, (terms) => transportStatement(call.body, found, terms))
}

function record(
  app: App,
  call: CallOf<'createEvidence'>,
  stateFacts: StateFacts,
): Promise<ReplyOf<'createEvidence'>> {
  return command(app, call, async (unit, { candidate }) => {
    const { row, statement } = await recordEvidence(unit, { candidate, stateFacts })
    await audit(unit, { action: 'createEvidence', target: row.evidence_id, topicId: row.topic_id })
    return created(evidenceView(row, { statement, challengedBy: null, now: unit.now }))
  })
}

interface Recording {
  candidate: CandidateRow
  stateFacts: StateFacts
}

async function recordEvidence(unit: UnitOfWork, { candidate, stateFacts }: Recording) {
  const plan = await findReviewPlan(unit.tx, { candidate: candidate.candidate_hash })
  const { evidence_ttl_days: ttlDays } = await policyFor(unit.tx, candidate, plan)
  const statement = stateFacts({ ttlDays, now: unit.now })
  const about = { candidate_hash: candidate.candidate_hash, topic_id: candidate.topic_id }
  const recorded = { ...statement, submitted_by: unit.caller.label }
  const evidenceHash = await addRecord(unit, {
    kind: 'evidence',
    topicId: candidate.topic_id,
    entryId: candidate.entry_id,
    fields: { ...recorded, ...about, created_at: unit.now },
  })
  const row: EvidenceRow = {
    ...about,
    evidence_id: unit.newId(),
    evidence_hash: evidenceHash,
    method: statement.method,
    is_sound: isSound(statement) ? 1 : 0,
    checked_at: statement.checked_at,
    expires_at: statement.expires_at,
    submitted_by: unit.caller.identityId,
    created_at: unit.now,
    challenge_selector: null,
    challenge_reason: null,
    challenged_by: null,
    challenged_at: null,
  }
  await addEvidence(unit.tx, row)
  return { row, statement: recorded }
}

export const listEvidence: Handler<'listEvidence'> = async (app, call) => {
  const { candidate } = await call.resolveResources(app.storage.read)
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listEvidenceRows(app.storage.read, {
    candidateHash: candidate.candidate_hash,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.evidence_id])
  const now = app.ambient.now()
  return ok({ items: await Promise.all(items.map((row) => readEvidence(app, { row, now }))), next_cursor })
}

export const challengeEvidence: Handler<'challengeEvidence'> = async (app, call) => {
  const resources = await call.resolveResources(app.storage.read)
  // The bytes never change: they are read before the transaction, which must not wait for a store.
  const statement = await readStatement(app, resources.evidence)
  return command(app, call, async (unit, { evidence }) => {
    requireCurator(unit.caller, evidence.topic_id)
    requireUnchallenged(evidence)
    const row: EvidenceRow = {
      ...evidence,
      challenge_selector: call.body.selector,
      challenge_reason: call.body.reason,
      challenged_by: unit.caller.identityId,
      challenged_at: unit.now,
    }
    await markChallenged(unit.tx, row)
    await audit(unit, {
      action: 'challengeEvidence',
      target: row.evidence_id,
      topicId: row.topic_id,
      reason: call.body.reason,
    })
    return ok(evidenceView(row, { statement, challengedBy: unit.caller.label, now: unit.now }))
  })
}

async function readEvidence(
  app: App,
  { row, now }: { row: EvidenceRow; now: string },
): Promise<EvidenceView> {
  const statement = await readStatement(app, row)
  const by = row.challenged_by
  const challenger = by === null ? null : await findIdentity(app.storage.read, { id: by })
  return evidenceView(row, { statement, challengedBy: challenger?.label ?? null, now })
}

type StatementRecord = Statement & { submitted_by: string }

async function readStatement(app: App, row: EvidenceRow): Promise<StatementRecord> {
  return (await readRecord(app, row.evidence_hash)) as unknown as StatementRecord
}

interface Telling {
  statement: StatementRecord
  challengedBy: string | null
  now: string
}

function evidenceView(row: EvidenceRow, { statement, challengedBy, now }: Telling): EvidenceView {
  const { challenge_selector: selector, challenge_reason: reason, challenged_at: challengedAt } = row
  const isChallenged = selector !== null && reason !== null && challengedAt !== null
  return {
    ...statement,
    evidence_id: row.evidence_id,
    evidence_hash: row.evidence_hash,
    candidate_hash: row.candidate_hash,
    topic_id: row.topic_id,
    counts: isCounting(row, now),
    created_at: row.created_at,
    challenge: isChallenged
      ? { selector, reason, challenged_by: challengedBy ?? '', challenged_at: challengedAt }
      : null,
  }
}
