import assert from 'node:assert/strict'
import type { Operation, Resource } from '@colophon/contract'
import { manualEvidence } from './editorial.ts'
import type { Site } from './site.ts'
import { openTask } from './tasks.ts'

/** Everything that a path can name, in an invited topic. */
export async function hiddenThings(site: Site): Promise<Partial<Record<Resource, string>>> {
  await site.topic('hidden', 'invited')
  const { candidate_hash, proposal_hash } = await site.candidate({ path: '/hidden/draft' })
  const { entry_id, content_hash } = await site.publish({ path: '/hidden/secret' })
  const evidence = await site.post(
    `/api/v1/candidates/${candidate_hash}/evidence`,
    manualEvidence(site.clock.now()),
    {
      token: site.admin,
    },
  )
  const question = { topic_id: 'hidden', kind: 'discussion', question: 'Why?', motivation: 'Many ask.' }
  const asked = await site.post('/api/v1/suggestions', question, { token: site.admin })
  const { suggestion_id } = asked.as('createSuggestion')
  return {
    topic: 'hidden',
    entry: entry_id,
    object: content_hash,
    base: content_hash,
    compared: candidate_hash,
    revision: content_hash,
    suggestion: suggestion_id,
    decided_suggestion: suggestion_id,
    proposal: proposal_hash,
    candidate: candidate_hash,
    evidence: evidence.as('createEvidence').evidence_id,
    task: (await openTask(site, { topic_id: 'hidden' })).task_id,
  }
}

export function pathWith(operation: Operation, name: (resource: Resource) => string): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, parameter: string) => {
    const resource = operation.params?.[parameter]
    assert.ok(resource)
    return name(resource)
  })
  return path + (NEEDED_QUERY[operation.id] ?? '')
}

/** Queries without which an operation is refused, whatever its path names. */
const NEEDED_QUERY: Readonly<Record<string, string>> = { findQuote: '?text=words' }

/** Bodies of the right form, so that only what the path names can be refused. */
export function plausibleBody(operation: string): unknown {
  const bodies: Record<string, unknown> = {
    setPolicy: { expected_policy_hash: '0'.repeat(64) },
    changeVisibility: { expected_visibility: 'invited', visibility: 'public', reason: 'a test' },
    reportSignal: { value: 'up' },
    retireRevision: { state: 'retired', reason: 'a test' },
    triageSuggestion: { expected_triage_state: 'untriaged', state: 'accepted', reason: 'a test' },
    resolveSuggestion: { state: 'open', reason: 'a test' },
    publishCandidate: { mode: 'direct' },
    createEvidence: manualEvidence(new Date(0).toISOString()),
    challengeEvidence: { selector: 'line 1', reason: 'a test' },
    declineSubmission: { reason: 'a test' },
    defineTask: { expected_definition_hash: '0'.repeat(64), title: 'T', brief: 'B' },
    cancelTask: { reason: 'a test' },
    renewLease: { generation: 1 },
    releaseTask: { generation: 1 },
    completeTask: { generation: 1, artifact_hash: '0'.repeat(64) },
  }
  return bodies[operation] ?? {}
}
