import { approveAll, draft, manualEvidence, openDesk, plan, publish as publishAs } from './editorial.ts'
import type { Cleanup } from './engines.ts'
import { correct, type Registered, register, report, WIDE_LIMITS } from './readers.ts'
import type { Site, Sites, SiteWish } from './site.ts'
import { claimTask, complete, openTask, submitFor } from './tasks.ts'

export interface Lived {
  readonly site: Site
  readonly readers: readonly Registered[]
  /** Bearers by who has them. */
  readonly tokens: Readonly<Record<string, string>>
}

/** A site in which everything has happened that leaves a record, and most of it more than once. */
export async function liveASite(t: Cleanup, sites: Sites, wish: SiteWish = {}): Promise<Lived> {
  const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools', 'kitchen'], ...wish })
  await site.topic('cellar', 'invited')
  const admin = { token: site.admin }
  const desk = await openDesk(site)
  const heads = await publishThings(site)
  await reviewThings(site, desk)
  const readers = [await register(site), await register(site), await register(site)]
  await reportThings(site, readers, heads)
  await decideThings(site, readers)
  const revoked = await site.issue({ preset: 'contributor', label: 'gone' })
  await site.post(`/api/v1/admin/tokens/${revoked.token_id}/revoke`, { reason: 'left' }, admin)
  const session = { ...admin, headers: { origin: site.url } }
  ;(await site.post('/api/v1/session', {}, session)).as('createSession')
  const { author, curator } = desk
  return {
    site,
    readers,
    tokens: {
      admin: site.admin,
      author,
      curator,
      reviewer: desk.reviewers[0],
      reader: readers[0]?.token ?? '',
      revoked: revoked.token,
    },
  }
}

/** Revisions, paths that were left and taken again, retirements of heads and of others, and a return. */
async function publishThings(site: Site): Promise<string[]> {
  const hammer = await site.publish({ path: '/tools/hammer' })
  const moved = await site.publish({ path: '/tools/mallet', revises: hammer })
  const back = await site.publish({ path: '/tools/hammer', revises: moved, body: '# Back\n' })
  await retire(site, moved.content_hash, 'retired', null)
  const knife = await site.publish({ path: '/kitchen/knife' })
  const first = await retire(site, knife.content_hash, 'retired', null)
  const second = await retire(site, knife.content_hash, 'active', first)
  await publishAs(site, knife.content_hash, { token: site.admin, mode: 'direct', head: knife.content_hash })
  const third = await retire(site, knife.content_hash, 'retired', second)
  await retire(site, knife.content_hash, 'active', third)
  const spoon = await site.publish({ path: '/kitchen/spoon' })
  await retire(site, spoon.content_hash, 'retired', null)
  const fork = await site.publish({ path: '/kitchen/fork' })
  await retire(site, fork.content_hash, 'retired', null)
  await site.publish({ path: '/kitchen/fork', revises: fork, body: '# Better\n' })
  await site.publish({ path: '/cellar/wine', mode: 'admin_override', reason: 'it is known' })
  await site.publish({
    path: '/tools/weather',
    kind: 'observation',
    observed_at: '2026-03-01T00:00:00.000Z',
    refresh_after: '2026-12-01T00:00:00.000Z',
    applicability: 'here',
  })
  await site.candidate({ path: '/tools/unfinished' })
  return [hammer.content_hash, back.content_hash, knife.content_hash]
}

async function retire(site: Site, hash: string, state: string, expected: string | null): Promise<string> {
  const body = { state, reason: 'because', expected_retirement_hash: expected }
  const answer = await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })
  return answer.as('retireRevision').retirement_hash
}

async function reviewThings(site: Site, desk: Awaited<ReturnType<typeof openDesk>>): Promise<void> {
  const candidate = await draft(site, desk, { path: '/tools/saw' })
  const tasks = await plan(site, desk, candidate.candidate_hash)
  const place = `/api/v1/candidates/${candidate.candidate_hash}/evidence`
  const row = manualEvidence(site.clock.now())
  ;(await site.post(place, row, { token: desk.reviewers[0] })).as('createEvidence')
  await approveAll(site, desk, tasks)
  ;(await publishAs(site, candidate.candidate_hash, { token: desk.curator })).as('publishCandidate')
  const task = await openTask(site)
  const defined = { expected_definition_hash: task.definition_hash, title: 'Compare more saws', brief: 'All' }
  await site.post(`/api/v1/tasks/${task.task_id}/definition`, defined, { token: site.admin })
  const lease = await claimTask(site, task.task_id, desk.author)
  const held = { task_id: task.task_id, generation: lease.generation }
  const paper = (await submitFor(site, held, desk.author)).as('createSubmission')
  ;(await complete(site, held, paper.proposal_hash, desk.author)).as('completeTask')
  await openTask(site, { prerequisites: [task.task_id] })
}

/** Reports over months, corrected and withdrawn, by readers who come again. */
async function reportThings(
  site: Site,
  readers: readonly Registered[],
  hashes: readonly string[],
): Promise<void> {
  const last = new Map<string, { report_id: string; last_event_id: string }>()
  for (const [round, days] of [0, 1, 20, 20, 40].entries()) {
    site.clock.advance({ days })
    for (const [place, { token }] of readers.entries())
      for (const hash of hashes.slice(0, place + 1)) {
        const value = (round + place) % 2 === 0 ? 'up' : 'down'
        const receipt = await report(site, hash, { value }, { token })
        const earlier = last.get(`${place} ${hash}`)
        if (earlier !== undefined && round % 2 === 0) {
          const body = { expected_event_id: earlier.last_event_id, value: null }
          ;(await correct(site, earlier.report_id, body, { token })).as('correctSignal')
        }
        last.set(`${place} ${hash}`, receipt)
      }
  }
  const today = last.get(`0 ${hashes[0]}`)
  const body = { expected_event_id: today?.last_event_id, value: 'down', comment: 'after all' }
  await correct(site, today?.report_id ?? '', body, { token: readers[0]?.token ?? '' })
}

async function decideThings(site: Site, [reader]: readonly Registered[]): Promise<void> {
  const admin = { token: site.admin }
  const head = (await site.get('/api/v1/resolve?path=/tools/hammer')).as('resolvePath')
  const said = { target_hash: head.content_hash, title: 'It wobbles', comment: 'The head is loose.' }
  const sent = (await site.post('/api/v1/feedback', said, { token: reader?.token ?? '' })).as('sendFeedback')
  let expected: string | null = null
  for (const state of ['resolved', 'open']) {
    const fixed = state === 'resolved' ? { fixed_hashes: [head.content_hash] } : {}
    const decision: object = { state, reason: 'so it is', expected_resolution_hash: expected, ...fixed }
    const path = `/api/v1/suggestions/${sent.suggestion_id}/resolution`
    expected = (await site.post(path, decision, admin)).as('resolveSuggestion').resolution_hash
  }
  const idea = { topic_id: 'tools', kind: 'research', question: 'Which glue?', motivation: 'Wood.' }
  const suggestion = (await site.post('/api/v1/suggestions', idea, admin)).as('createSuggestion')
  const triage = {
    expected_triage_state: 'untriaged',
    state: 'accepted',
    reason: 'good',
    task: { title: 'Glue', brief: 'Find out.' },
  }
  await site.post(`/api/v1/suggestions/${suggestion.suggestion_id}/triage`, triage, admin)
  const { policy_hash } = (await site.get('/api/v1/topics/tools', admin)).as('getTopic')
  const policy = { expected_policy_hash: policy_hash, evidence_ttl_days: 30 }
  ;(await site.post('/api/v1/topics/tools/policy', policy, admin)).as('setPolicy')
}
