import { hasSkills } from '@colophon/contract'
import { linkPolicy } from '../../catalog/apply-lineage.ts'
import { audit } from '../../catalog/audit.ts'
import type { Handler } from '../../catalog/handler.ts'
import { addRecord } from '../../catalog/objects.ts'
import { isPosition, isTextTuple, openPage } from '../../catalog/pages.ts'
import { addPolicy, findPolicy, policyView } from '../../catalog/policies.ts'
import { addTopic, findTopic, setTopicPolicy, setTopicVisibility, topicView } from '../../catalog/topics.ts'
import { appendVisibilityChange, listVisibilityChanges } from '../../catalog/visibility-changes.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { requireCurator } from '../../core/authority.ts'
import { problem } from '../../core/problem.ts'
import type { PolicyRow } from '../../storage/rows/topics.ts'
import { decidePolicy, decideVisibility, type PolicyDecision, policyFields, requireSkills } from './rules.ts'
import { listedArticles, listReadableTopics } from './store.ts'

export const listTopics: Handler<'listTopics'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(1))
  const rows = await listReadableTopics(app.storage.read, {
    caller: call.caller,
    ...page.asked,
    after: page.after?.[0] ?? null,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.id])
  return ok({ items: await Promise.all(items.map((row) => topicView(app.storage.read, row))), next_cursor })
}

export const getTopic: Handler<'getTopic'> = async (app, call) => {
  const { topic } = await call.resolveResources(app.storage.read)
  return ok(await topicView(app.storage.read, topic))
}

export const getPolicy: Handler<'getPolicy'> = async (app, call) => {
  const { topic } = await call.resolveResources(app.storage.read)
  const policy = await findPolicy(app.storage.read, { hash: topic.policy_hash })
  if (policy === null) throw new Error(`topic ${topic.id} has no policy`)
  return ok(policyView(policy))
}

export const createTopic: Handler<'createTopic'> = (app, call) =>
  command(app, call, async (unit) => {
    const { id, title, summary } = call.body
    if (await findTopic(unit.tx, { id })) throw problem('already_exists', `The topic ${id} already exists.`)
    const policy = await recordPolicy(unit, id, { ...policyFields({}), previous_hash: null })
    const topic = {
      id,
      title,
      summary,
      visibility: 'invited' as const,
      profile: null,
      policy_hash: policy.policy_hash,
      created_at: unit.now,
    }
    await addTopic(unit.tx, topic)
    await audit(unit, { action: 'createTopic', target: id, topicId: id })
    return created(await topicView(unit.tx, topic))
  })

export const setPolicy: Handler<'setPolicy'> = (app, call) =>
  command(app, call, async (unit, { topic }) => {
    requireCurator(call.caller, topic.id)
    const policy = await recordPolicy(unit, topic.id, decidePolicy(topic, call.body))
    await setTopicPolicy(unit.tx, topic.id, policy.policy_hash)
    await audit(unit, { action: 'setPolicy', target: policy.policy_hash, topicId: topic.id })
    return created(policyView(policy))
  })

async function recordPolicy(unit: UnitOfWork, topicId: string, decision: PolicyDecision): Promise<PolicyRow> {
  const policyHash = await addRecord(unit, {
    kind: 'policy',
    topicId,
    entryId: null,
    fields: { ...decision, topic_id: topicId, created_at: unit.now },
  })
  const row = {
    policy_hash: policyHash,
    topic_id: topicId,
    previous_hash: decision.previous_hash,
    evidence_ttl_days: decision.evidence_ttl_days,
    review_focuses: JSON.stringify(decision.review_focuses),
    minimum_evidence: decision.minimum_evidence,
    publication_modes: JSON.stringify(decision.publication_modes),
    created_at: unit.now,
    created_by: unit.caller.identityId,
  }
  await addPolicy(unit.tx, row)
  await linkPolicy(unit.tx, row)
  return row
}

export const changeVisibility: Handler<'changeVisibility'> = (app, call) =>
  command(app, call, async (unit, { topic }) => {
    requireCurator(call.caller, topic.id)
    const decided = decideVisibility(topic, call.body)
    const { reason } = call.body
    if (hasSkills(decided.profile) && !hasSkills(topic.profile))
      requireSkills(await listedArticles(unit.tx, topic.id))
    await setTopicVisibility(unit.tx, topic.id, decided)
    await appendVisibilityChange(unit, { topic, ...decided, reason })
    await audit(unit, { action: 'changeVisibility', target: topic.id, topicId: topic.id, reason })
    return ok(await topicView(unit.tx, { ...topic, ...decided }))
  })

export const listVisibilityHistory: Handler<'listVisibilityChanges'> = async (app, call) => {
  const { topic } = await call.resolveResources(app.storage.read)
  requireCurator(call.caller, topic.id)
  const page = openPage(app, call, isPosition)
  const rows = await listVisibilityChanges(app.storage.read, {
    topicId: topic.id,
    before: page.after,
    limit: page.asked.limit,
  })
  const { items, next_cursor } = page.close(rows, (row) => row.position)
  return ok({
    items: items.map((row) => ({
      changed_at: row.changed_at,
      changed_by: row.changed_by,
      from: row.from_visibility,
      to: row.to_visibility,
      from_profile: row.from_profile,
      to_profile: row.to_profile,
      reason: row.reason,
    })),
    next_cursor,
  })
}
