import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { signIn } from '../support/console.ts'
import { approveAll, manualEvidence, openDesk, planned, publish } from '../support/editorial.ts'
import { register, report, WIDE_LIMITS } from '../support/readers.ts'
import { describePages, describeSites, type Site } from '../support/site.ts'

type Health = AnswerOf<Operations['getTopicHealth']>

async function healthOf(site: Site, token: string): Promise<Health> {
  return (await site.get('/api/v1/topics/tools/health', { token })).as('getTopicHealth')
}

function findings({ due, challenged, retired }: Health): Record<'due' | 'challenged' | 'retired', string[]> {
  const paths = ({ count, items }: Health['due']) => {
    assert.equal(count, items.length)
    return items.map(({ path, since }) => `${path} ${since.slice(0, 10)}`)
  }
  return { due: paths(due), challenged: paths(challenged), retired: paths(retired) }
}

const SEEN = { kind: 'observation', applicability: 'Here.', observed_at: '2026-03-01T00:00:00.000Z' } as const

async function doubt(site: Site, hash: string): Promise<string> {
  const body = { topic_id: 'tools', kind: 'correction', question: 'Still so?', motivation: 'It moved.' }
  const made = await site.post(
    '/api/v1/suggestions',
    { ...body, related_hashes: [hash] },
    { token: site.admin },
  )
  const { suggestion_id } = made.as('createSuggestion')
  const triage = { state: 'accepted', expected_triage_state: 'untriaged', reason: 'Worth a look.' }
  const accepted = await site.post(`/api/v1/suggestions/${suggestion_id}/triage`, triage, {
    token: site.admin,
  })
  return accepted.as('triageSuggestion').suggestion_id
}

async function retire(site: Site, hash: string, state = 'retired', expected: string | null = null) {
  const body = { state, reason: 'No longer so.', expected_retirement_hash: expected }
  const answer = await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })
  return answer.as('retireRevision').retirement_hash
}

describeSites((sites) => {
  test('the health of a topic names each of its heads that is worth a look, under one word', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'plants'] })
    const desk = await openDesk(site)
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw', title: 'Saws' })
    await approveAll(site, desk, tasks)
    const path = `/api/v1/candidates/${candidate_hash}/evidence`
    const [token] = desk.reviewers
    ;(await site.post(path, manualEvidence(site.clock.now()), { token })).as('createEvidence')
    ;(await publish(site, candidate_hash, { token: desk.curator, mode: 'reviewed' })).as('publishCandidate')
    const first = { refresh_after: '2026-03-10T00:00:00.000Z' }
    await site.publish({ path: '/tools/tide', ...SEEN, ...first })
    const wind = await site.publish({ path: '/tools/wind', ...SEEN, ...first })
    await site.publish({ path: '/tools/later', ...SEEN, refresh_after: '2027-03-10T00:00:00.000Z' })
    await site.publish({ path: '/plants/moss', ...SEEN, ...first })
    const old = await site.publish({ path: '/tools/old' })
    await retire(site, old.content_hash)
    const back = await site.publish({ path: '/tools/back' })
    const record = await retire(site, back.content_hash)
    await retire(site, back.content_hash, 'active', record)
    const day = site.clock.now().slice(0, 10)
    const retired = [`/tools/old ${day}`]
    assert.deepEqual(findings(await healthOf(site, desk.curator)), { due: [], challenged: [], retired })

    site.clock.advance({ days: 31 })
    const doubted = site.clock.now().slice(0, 10)
    const due = await healthOf(site, desk.curator)
    assert.deepEqual(findings(due).due.slice(0, 2).sort(), [
      '/tools/tide 2026-03-10',
      '/tools/wind 2026-03-10',
    ])
    assert.match(findings(due).due[2] ?? '', /^\/tools\/saw /)
    await doubt(site, wind.content_hash)
    const challenged = findings(await healthOf(site, desk.curator))
    assert.deepEqual(challenged.challenged, [`/tools/wind ${doubted}`])
    assert.deepEqual(
      challenged.due.map((line) => line.split(' ')[0]),
      ['/tools/tide', '/tools/saw'],
    )

    // A later revision has no such date, and nobody doubted it.
    await site.publish({ path: '/tools/wind', title: 'Winds', revises: wind })
    assert.deepEqual(findings(await healthOf(site, desk.curator)).challenged, [])
    for (const [caller, code] of [
      [null, 'unauthenticated'],
      [desk.author, 'forbidden'],
      [await site.token({ preset: 'curator', topic_grants: ['plants'] }), 'forbidden'],
    ] as const)
      (await site.get('/api/v1/topics/tools/health', { token: caller })).refused(code)
    ;(await site.get('/api/v1/topics/nothing/health', { token: desk.curator })).refused('not_found')
  })
})

describePages((sites) => {
  test('a page has all of it, with the signals and the work that waits', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools'] })
    const tide = { refresh_after: '2026-03-10T00:00:00.000Z', title: 'Tides' }
    const { content_hash } = await site.publish({ path: '/tools/tide', ...SEEN, ...tide })
    await report(site, content_hash, { value: 'up' }, await register(site))
    site.clock.advance({ days: 20 })
    await doubt(site, (await site.publish({ path: '/tools/saw', title: 'Saws' })).content_hash)
    const curator = await signIn(site, await site.token({ preset: 'curator', label: 'Dora' }))
    assert.match(
      (await curator.open('/console/topics/tools')).html,
      /href="\/console\/topics\/tools\/health"/,
    )
    const { html, status } = await curator.open('/console/topics/tools/health')
    assert.equal(status, 200)
    const headings = [...html.matchAll(/<h2 id="\w+">([^<]*)/g)].map(([, words]) => words)
    assert.deepEqual(headings, [
      'Challenged: 1',
      'Due for a recheck: 1',
      'Retired: 0',
      'Signals of the last 30 days',
      'Open work',
    ])
    assert.match(html, /Saws<\/a>[\s\S]*Tides<\/a>/)
    assert.match(html, /Open suggestions<\/a><\/th>\s*<td>\s*1/)
    assert.match(html, /Revise it/)
    const author = await signIn(site, await site.token({ preset: 'contributor' }))
    assert.equal((await author.open('/console/topics/tools/health')).status, 403)
  })
})
