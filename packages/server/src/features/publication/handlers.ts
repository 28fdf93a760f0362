import { applyPublication } from '../../catalog/apply-publication.ts'
import { audit } from '../../catalog/audit.ts'
import { appendChange, nextMoment, publicationChange } from '../../catalog/changes.ts'
import { coverageView, isProgressCovered, loadProgressOf } from '../../catalog/coverage.ts'
import { findAlias, findEntry } from '../../catalog/entries.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { addRecord, readAhead, requireAhead } from '../../catalog/objects.ts'
import { findPolicy } from '../../catalog/policies.ts'
import { findRetirement } from '../../catalog/retirements.ts'
import { findTopic } from '../../catalog/topics.ts'
import type { Act } from '../../command/act.ts'
import { created } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { decodeRevision, type RevisionMeta } from '../../core/front-matter.ts'
import { nextInstant } from '../../core/utc-day.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { CandidateRow, PublicationRow } from '../../storage/rows/editorial.ts'
import type { TopicRow } from '../../storage/rows/topics.ts'
import { decidePublication, type PublishBody, requirePublisher, requireReason } from './rules.ts'
import { addPublication, markPublished } from './store.ts'

export const publishCandidate: Handler<'publishCandidate'> = async (app, call) => {
  requireReason(call.body)
  // The bytes never change: they are read before the transaction.
  const bytes = await readAhead(app, call, call.params.candidate_hash)
  return command(app, call, async (act, { candidate }) => {
    const { meta } = decodeRevision(requireAhead(bytes))
    return publish(act, { candidate, meta, body: call.body })
  })
}

async function publish(act: Act, asked: { candidate: CandidateRow; meta: RevisionMeta; body: PublishBody }) {
  const { candidate, meta, body } = asked
  requirePublisher(act.caller, candidate, body.mode)
  const topic = await requireTopic(act, candidate.topic_id)
  const policy = await findPolicy(act.tx, { hash: topic.policy_hash })
  if (policy === null) throw new Error(`topic ${topic.id} has no policy`)
  const head = await findEntry(act.tx, { id: candidate.entry_id })
  const alias = await findAlias(act.tx, { path: candidate.path })
  const covered = await coverageFor(act, candidate, body.mode)
  decidePublication({ candidate, head, policy, alias, ...covered }, body)
  const row = await recordPublication(act, {
    candidate,
    topic,
    body,
    head,
  })
  await applyPublication(act.tx, { row, meta, head })
  await markPublished(act, candidate.candidate_hash)
  await audit(act, {
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
async function coverageFor(act: Act, candidate: CandidateRow, mode: PublishBody['mode']) {
  if (mode !== 'reviewed') return { isCovered: false, missing: [] }
  const progress = await loadProgressOf(act.tx, candidate, act.now)
  return { isCovered: isProgressCovered(progress), missing: coverageView(progress, act.caller).missing }
}

async function requireTopic(act: Act, id: string): Promise<TopicRow> {
  const topic = await findTopic(act.tx, { id })
  if (topic === null) throw new Error(`topic ${id} is gone`)
  return topic
}

interface Deciding {
  candidate: CandidateRow
  topic: TopicRow
  body: CallOf<'publishCandidate'>['body']
  head: EntryRow | null
}

async function recordPublication(act: Act, deciding: Deciding): Promise<PublicationRow> {
  const { candidate, topic, body, head } = deciding
  const moment = await nextMoment(act.tx, topic.id, await earliestTime(act, head))
  const decision = {
    content_hash: candidate.candidate_hash,
    entry_id: candidate.entry_id,
    topic_id: candidate.topic_id,
    mode: body.mode,
    previous_head: head?.content_hash ?? null,
    published_at: moment.at,
  }
  const publicationHash = await addRecord(act, {
    kind: 'publication',
    topicId: candidate.topic_id,
    entryId: candidate.entry_id,
    fields: { ...decision, published_by: act.caller.label, reason: body.reason ?? null },
  })
  const row = { publication_hash: publicationHash, ...decision, published_by: act.caller.identityId }
  await addPublication(act.tx, row)
  await appendChange(act.tx, moment, publicationChange(row, topic.visibility))
  return row
}

/** Decisions on an entry have increasing times, so that the records alone tell their order. */
async function earliestTime(act: Act, head: EntryRow | null): Promise<string> {
  if (head === null || head.status === 'published') return act.now
  const retirement = await findRetirement(act.tx, { content: head.content_hash })
  return nextInstant(retirement?.decided_at ?? null, act.now)
}
