import { isListed, isReviewed } from '@colophon/contract'
import { applyPublication } from '../../catalog/apply-publication.ts'
import { audit } from '../../catalog/audit.ts'
import { appendChange, nextChangePosition, publicationChange } from '../../catalog/changes.ts'
import { coverageView, isProgressCovered, loadProgressOf } from '../../catalog/coverage.ts'
import { findAlias, findEntry } from '../../catalog/entries.ts'
import type { CallOf, Handler, ReplyOf } from '../../catalog/handler.ts'
import { addRecord, readAhead, requireAhead } from '../../catalog/objects.ts'
import { findPolicy } from '../../catalog/policies.ts'
import { findRetirement } from '../../catalog/retirements.ts'
import { findTopic } from '../../catalog/topics.ts'
import { created } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { nextInstant } from '../../core/utc-day.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { CandidateRow, PublicationRow } from '../../storage/rows/editorial.ts'
import type { TopicRow } from '../../storage/rows/topics.ts'
import { decodeRevision, type RevisionMeta } from '../../text/front-matter.ts'
import { decidePublication, type PublishBody, requirePublisher, requireReason } from './rules.ts'
import { addPublication, markPublished } from './store.ts'

export const publishCandidate: Handler<'publishCandidate'> = async (app, call) => {
  requireReason(call.body)
  // The bytes never change: they are read before the transaction.
  const bytes = await readAhead(app, call, call.params.candidate_hash)
  return command(app, call, async (unit, { candidate }) => {
    const { meta } = decodeRevision(requireAhead(bytes))
    return publish(unit, { candidate, meta, body: call.body })
  })
}

async function publish(
  unit: UnitOfWork,
  asked: { candidate: CandidateRow; meta: RevisionMeta; body: PublishBody },
): Promise<ReplyOf<'publishCandidate'>> {
  const { candidate, meta, body } = asked
  requirePublisher(unit.caller, candidate, body.mode)
  const topic = await requireTopic(unit, candidate.topic_id)
  const policy = await findPolicy(unit.tx, { hash: topic.policy_hash })
  if (policy === null) throw new Error(`topic ${topic.id} has no policy`)
  const head = await findEntry(unit.tx, { id: candidate.entry_id })
  const alias = await findAlias(unit.tx, { path: candidate.path })
  const covered = await coverageFor(unit, candidate, body.mode)
  decidePublication({ candidate, topic, meta, head, policy, alias, ...covered }, body)
  const row = await recordPublication(unit, {
    candidate,
    topic,
    body,
    head,
  })
  await applyPublication(unit.tx, { row, meta, head })
  await markPublished(unit, candidate.candidate_hash)
  await audit(unit, {
    action: 'publishCandidate',
    target: row.publication_hash,
    topicId: topic.id,
    ...(body.reason ? { reason: body.reason } : {}),
  })
  return created({
    publication_hash: row.publication_hash,
    content_hash: row.content_hash,
    entry_id: row.entry_id,
    path: candidate.path,
    mode: body.mode,
    published_at: row.published_at,
  })
}

/** Only a reviewed publication rests on the reviews; they are looked at in the transaction that decides. */
async function coverageFor(unit: UnitOfWork, candidate: CandidateRow, mode: PublishBody['mode']) {
  if (!isReviewed(mode)) return { isCovered: false, missing: [] }
  const progress = await loadProgressOf(unit.tx, candidate, unit.now)
  return { isCovered: isProgressCovered(progress), missing: coverageView(progress, unit.caller).missing }
}

async function requireTopic(unit: UnitOfWork, id: string): Promise<TopicRow> {
  const topic = await findTopic(unit.tx, { id })
  if (topic === null) throw new Error(`topic ${id} is gone`)
  return topic
}

interface PublicationInput {
  candidate: CandidateRow
  topic: TopicRow
  body: CallOf<'publishCandidate'>['body']
  head: EntryRow | null
}

async function recordPublication(unit: UnitOfWork, deciding: PublicationInput): Promise<PublicationRow> {
  const { candidate, topic, body, head } = deciding
  const position = await nextChangePosition(unit.tx, topic.id, await earliestTime(unit, head))
  const decision = {
    content_hash: candidate.candidate_hash,
    entry_id: candidate.entry_id,
    topic_id: candidate.topic_id,
    mode: body.mode,
    previous_head: head?.content_hash ?? null,
    published_at: position.at,
  }
  const publicationHash = await addRecord(unit, {
    kind: 'publication',
    topicId: candidate.topic_id,
    entryId: candidate.entry_id,
    at: position.at,
    fields: { ...decision, published_by: unit.caller.label, reason: body.reason ?? null },
  })
  const row = { publication_hash: publicationHash, ...decision, published_by: unit.caller.identityId }
  await addPublication(unit.tx, row)
  await appendChange(unit.tx, position, publicationChange(row, topic.visibility))
  return row
}

/** Decisions on an entry have increasing times, so that the records alone tell their order. */
async function earliestTime(unit: UnitOfWork, head: EntryRow | null): Promise<string> {
  if (head === null || isListed(head.status)) return unit.now
  const retirement = await findRetirement(unit.tx, { content: head.content_hash })
  return nextInstant(retirement?.decided_at ?? null, unit.now)
}
