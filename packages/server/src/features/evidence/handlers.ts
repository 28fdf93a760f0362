import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import { policyFor } from '../../catalog/coverage.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { addRecord, readRecord } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findReviewPlan } from '../../catalog/review-plans.ts'
import { findIdentity } from '../../catalog/tokens.ts'
import type { Act } from '../../command/act.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { findOutcome } from '../../command/idempotency.ts'
import { requireCurator } from '../../core/authority.ts'
import type { CandidateRow, EvidenceRow } from '../../storage/rows/editorial.ts'
import { fetchLocator, requireLocator } from './fetch-locator.ts'
import {
  type EvidenceBody,
  isCounting,
  isSound,
  manualStatement,
  requireFieldsOfMethod,
  requireUnchallenged,
  type Statement,
  transportStatement,
} from './rules.ts'
import { addEvidence, listEvidenceRows, markChallenged } from './store.ts'
import type { Transported } from './transported.ts'

type EvidenceView = AnswerOf<Operations['createEvidence']>
type Found = Transported & { checkedAt: string }

export const createEvidence: Handler<'createEvidence'> = async (app, call) => {
  requireFieldsOfMethod(call.body)
  if (call.body.method === 'manual-source-v1') return record(app, call, null)
  const locator = call.body.source_locator
  requireLocator(app, locator)
  // The network is asked outside the transaction, for what the caller may see, and not again for a replay.
  await call.see(app.storage.read)
  const earlier = await findOutcome<EvidenceView>(app.storage.read, call)
  if (earlier !== null) return earlier
  return record(
    app,
    call,
    await fetchLocator(app, { locator, key: call.idempotency?.keyHash ?? call.requestId }),
  )
}

function record(app: App, call: CallOf<'createEvidence'>, found: Found | null) {
  return command(app, call, async (act, { candidate }) => {
    const { row, statement } = await recordEvidence(act, { candidate, body: call.body, found })
    await audit(act, { action: 'createEvidence', target: row.evidence_id, topicId: row.topic_id })
    return created(evidenceView(row, { statement, challengedBy: null, now: act.now }))
  })
}

interface Recording {
  candidate: CandidateRow
  body: EvidenceBody
  found: Found | null
}

async function recordEvidence(act: Act, { candidate, body, found }: Recording) {
  const plan = await findReviewPlan(act.tx, { candidate: candidate.candidate_hash })
  const { evidence_ttl_days: ttlDays } = await policyFor(act.tx, candidate, plan)
  const statement =
    found === null
      ? manualStatement(body, { ttlDays, now: act.now })
      : transportStatement(body, found, { ttlDays })
  const about = { candidate_hash: candidate.candidate_hash, topic_id: candidate.topic_id }
  const recorded = { ...statement, submitted_by: act.caller.label }
  const evidenceHash = await addRecord(act, {
    kind: 'evidence',
    topicId: candidate.topic_id,
    entryId: candidate.entry_id,
    fields: { ...recorded, ...about, created_at: act.now },
  })
  const row: EvidenceRow = {
    ...about,
    evidence_id: act.newId(),
    evidence_hash: evidenceHash,
    method: statement.method,
    is_sound: isSound(statement) ? 1 : 0,
    checked_at: statement.checked_at,
    expires_at: statement.expires_at,
    submitted_by: act.caller.identityId,
    created_at: act.now,
    challenge_selector: null,
    challenge_reason: null,
    challenged_by: null,
    challenged_at: null,
  }
  await addEvidence(act.tx, row)
  return { row, statement: recorded }
}

export const listEvidence: Handler<'listEvidence'> = async (app, call) => {
  const { candidate } = await call.see(app.storage.read)
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listEvidenceRows(app.storage.read, {
    candidateHash: candidate.candidate_hash,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.evidence_id])
  const now = app.now()
  return ok({ items: await Promise.all(items.map((row) => readEvidence(app, { row, now }))), next_cursor })
}

export const challengeEvidence: Handler<'challengeEvidence'> = async (app, call) => {
  const seen = await call.see(app.storage.read)
  // The bytes never change: they are read before the transaction, which must not wait for a store.
  const statement = await readStatement(app, seen.evidence)
  return command(app, call, async (act, { evidence }) => {
    requireCurator(act.caller, evidence.topic_id)
    requireUnchallenged(evidence)
    const row: EvidenceRow = {
      ...evidence,
      challenge_selector: call.body.selector,
      challenge_reason: call.body.reason,
      challenged_by: act.caller.identityId,
      challenged_at: act.now,
    }
    await markChallenged(act.tx, row)
    await audit(act, {
      action: 'challengeEvidence',
      target: row.evidence_id,
      topicId: row.topic_id,
      reason: call.body.reason,
    })
    return ok(evidenceView(row, { statement, challengedBy: act.caller.label, now: act.now }))
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

type Recorded = Statement & { submitted_by: string }

async function readStatement(app: App, row: EvidenceRow): Promise<Recorded> {
  return (await readRecord(app, row.evidence_hash)) as unknown as Recorded
}

interface Telling {
  statement: Recorded
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
