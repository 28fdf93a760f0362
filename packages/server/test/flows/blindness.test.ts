import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim, draft, judge, manualEvidence, plan, publish } from '../support/editorial.ts'
import type { Cleanup } from '../support/engines.ts'
import { describeSites, type Site, type Sites } from '../support/site.ts'
import { everyGet, type Names, told } from '../support/worlds.ts'

type Verdict = 'approve' | 'request_changes' | 'reject'

/** A candidate with one review given and one awaited, in a server whose chance is held. */
interface World {
  site: Site
  verdict: Verdict
  reviewHash: string
  candidateHash: string
  tasks: Record<string, string>
  callers: Record<string, string | null>
  /** What the paths of the contract can name here. */
  names: Names
}

async function openWorld(t: Cleanup, sites: Sites, verdict: Verdict): Promise<World> {
  const site = await sites.open(t, { topics: ['tools'], isRandomnessFixed: true })
  const authorship = await site.issue({ preset: 'contributor', label: 'author' })
  const identity_id = authorship.identity_id
  const grants = { review_grants: ['tools'] }
  const callers = {
    author: authorship.token,
    'author who curates': await site.token({ preset: 'curator', identity_id, ...grants }),
    'author who administers': await site.token({ preset: 'administrator', identity_id, ...grants }),
    'other reviewer': await site.token({ preset: 'reviewer', label: 'other', ...grants }),
    'third reviewer': await site.token({ preset: 'reviewer', label: 'third', ...grants }),
    contributor: await site.token({ preset: 'contributor', label: 'contributor' }),
    'trusted author': await site.token({ preset: 'trusted_author', label: 'trusted' }),
    'curator elsewhere': await site.token({ preset: 'curator', topic_grants: [] }),
    anonymous: null,
  }
  const curator = await site.token({ preset: 'curator', label: 'curator' })
  const reviewer = await site.token({ preset: 'reviewer', label: 'reviewer', ...grants })
  const desk = {
    author: authorship.token,
    curator,
    reviewers: [reviewer, callers['other reviewer']] as [string, string],
  }
  const candidate = await draft(site, desk, { path: '/tools/saw' })
  const tasks = await plan(site, desk, candidate.candidate_hash)
  const place = `/api/v1/candidates/${candidate.candidate_hash}/evidence`
  const row = await site.post(place, manualEvidence(site.clock.now()), { token: reviewer })
  const evidence = row.as('createEvidence')
  ;(await claim(site, tasks.usefulness, callers['other reviewer'])).as('claimTask')
  const findings = verdict === 'approve' ? [] : [{ severity: 'blocker' as const, comment: 'It is wrong.' }]
  const review = (await judge(site, tasks.accuracy, { token: reviewer, verdict, findings })).as(
    'createReview',
  )
  const topic = (await site.get('/api/v1/topics/tools')).as('getTopic')
  const objects = [
    candidate.candidate_hash,
    candidate.proposal_hash,
    evidence.evidence_hash,
    review.review_hash,
    topic.policy_hash,
  ]
  return {
    site,
    verdict,
    reviewHash: review.review_hash,
    candidateHash: candidate.candidate_hash,
    tasks,
    callers,
    names: {
      topic: ['tools'],
      entry: [candidate.entry_id],
      object: objects,
      base: objects,
      compared: objects,
      revision: objects,
      proposal: [candidate.proposal_hash],
      candidate: [candidate.candidate_hash],
      suggestion: [],
      decided_suggestion: [],
      token: [authorship.token_id],
      report: [],
      evidence: [evidence.evidence_id],
      task: Object.values(tasks),
      paths: ['/tools/saw'],
      words: ['saw'],
      // A snapshot holds every record: whoever may read one keeps the site's backups.
      snapshot: [],
      recovered_table: [],
      catalogued: [],
      brought: [],
      recovery_job: [],
      log_level: ['0'],
      log_tile: ['000.p/1'],
    },
  }
}

/** One of each kind: what others see is decided by the same rules. */
const WALKERS = [
  'author',
  'author who curates',
  'author who administers',
  'other reviewer',
  'contributor',
  'anonymous',
]

/** An administrator's sums of bytes: who reads them may read every record in a snapshot, too. */
function tellsBytes(caller: string, path: string): boolean {
  return caller === 'author who administers' && path === '/api/v1/admin/capacity'
}

describeSites((sites) => {
  test('until a plan is complete no route tells those who may not know it what a review says', async (t) => {
    const worlds = [await openWorld(t, sites, 'approve'), await openWorld(t, sites, 'reject')] as const
    const [approved, rejected] = worlds
    assert.equal(approved.candidateHash, rejected.candidateHash, 'the worlds differ in the verdict alone')
    assert.notEqual(approved.reviewHash, rejected.reviewHash)
    const paths = [everyGet(approved.names), everyGet(rejected.names)] as const
    for (const caller of WALKERS)
      for (const [place, path] of paths[0].entries()) {
        if (tellsBytes(caller, path)) continue
        const one = await approved.site.get(path, { token: approved.callers[caller] ?? null })
        const other = await rejected.site.get(paths[1][place] ?? '', {
          token: rejected.callers[caller] ?? null,
        })
        assert.ok(
          told(approved.site, one) === told(rejected.site, other),
          `${caller}: ${path}\n${one.text}\n${other.text}`,
        )
        assert.ok(!one.text.includes(approved.reviewHash), `${caller}: ${path}`)
      }
  })

  test('commands that meet an open plan tell nothing of its reviews either', async (t) => {
    const worlds = [await openWorld(t, sites, 'approve'), await openWorld(t, sites, 'reject')]
    const answers: string[][] = []
    for (const world of worlds) {
      const { site, callers, candidateHash, tasks } = world
      const said: string[] = []
      for (const token of Object.values(callers).filter((bearer) => bearer !== null)) {
        said.push(told(site, await publish(site, candidateHash, { token })))
        said.push(told(site, await claim(site, tasks.accuracy, token)))
        const path = `/api/v1/candidates/${candidateHash}/review-plan`
        said.push(told(site, await site.post(path, {}, { token })))
      }
      answers.push(said)
    }
    assert.deepEqual(answers[0], answers[1])
  })

  test('those who may know a verdict are told, and everybody on the topic once the plan is complete', async (t) => {
    const { site, callers, candidateHash, tasks, reviewHash } = await openWorld(t, sites, 'reject')
    const curator = await site.token({ preset: 'curator' })
    const read = async (token: string | null | undefined) =>
      (await site.get(`/api/v1/candidates/${candidateHash}/coverage`, { token: token ?? null })).as(
        'getCoverage',
      )
    const before = await read(curator)
    assert.deepEqual([before.passes, before.focuses[0]?.state], [false, 'reject'])
    const blind = await read(callers.author)
    assert.deepEqual(
      [blind.passes, blind.focuses[0]?.state, blind.focuses[1]?.state],
      [null, 'done', 'pending'],
    )
    site.clock.advance({ minutes: 6 })
    ;(await judge(site, tasks.usefulness, { token: callers['third reviewer'] ?? '' })).as('createReview')
    for (const caller of ['author', 'author who curates', 'other reviewer', 'contributor']) {
      const after = await read(callers[caller])
      assert.deepEqual(
        [after.passes, after.focuses.map(({ state }) => state)],
        [false, ['reject', 'approve']],
      )
    }
    for (const caller of ['author', 'author who curates', 'other reviewer'])
      assert.equal((await site.get(`/objects/${reviewHash}`, { token: callers[caller] ?? null })).status, 200)
    for (const caller of ['contributor', 'curator elsewhere', 'anonymous'])
      (await site.get(`/objects/${reviewHash}`, { token: callers[caller] ?? null })).refused('not_found')
  })
})
