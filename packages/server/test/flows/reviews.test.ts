import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  approveAll,
  claim,
  draft,
  judge,
  manualEvidence,
  openDesk,
  plan,
  planned,
  publish,
  reviewOf,
  setPolicy,
} from '../support/editorial.ts'
import { describeSites, type Site } from '../support/site.ts'

async function coverageOf(site: Site, hash: string, token: string) {
  return (await site.get(`/api/v1/candidates/${hash}/coverage`, { token })).as('getCoverage')
}

describeSites((sites) => {
  test('a plan opens one review task for each focus, once', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    await setPolicy(site, { review_focuses: ['accuracy', 'usefulness', 'tone'] })
    const { candidate_hash } = await draft(site, desk, { path: '/tools/saw', title: 'Saws' })
    const path = `/api/v1/candidates/${candidate_hash}/review-plan`
    const answers = await Promise.all([1, 2, 3].map(() => site.post(path, {}, { token: desk.curator })))
    const made = answers.filter((answer) => answer.status === 201)
    assert.equal(made.length, 1)
    for (const answer of answers) if (answer.status !== 201) answer.refused('already_exists')
    const plan = made[0]?.as('createReviewPlan')
    assert.deepEqual(
      plan?.focuses.map(({ focus, state }) => [focus, state]),
      [
        ['accuracy', 'pending'],
        ['usefulness', 'pending'],
        ['tone', 'pending'],
      ],
    )
    const tasks = (await site.get('/api/v1/tasks?kind=review', { token: desk.author })).as('listTasks').items
    assert.deepEqual(
      new Set(tasks.map(({ task_id }) => task_id)),
      new Set(plan?.focuses.map(({ task_id }) => task_id)),
    )
    assert.equal(tasks[0]?.candidate_hash, candidate_hash)
    const candidate = (await site.get(`/api/v1/candidates/${candidate_hash}`, { token: desk.author })).as(
      'getCandidate',
    )
    assert.equal(candidate.state, 'in_review')
    assert.equal(candidate.review_plan?.plan_id, plan?.plan_id)
    ;(await site.post(path, {}, { token: desk.author })).refused('forbidden')
  })

  test('approved under every focus, a candidate is published as reviewed', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, entry_id, tasks } = await planned(site, desk, { path: '/tools/saw' })
    ;(await publish(site, candidate_hash, { token: desk.curator })).refused('coverage_incomplete')
    await approveAll(site, desk, tasks)
    const candidate = (await site.get(`/api/v1/candidates/${candidate_hash}`, { token: desk.author })).as(
      'getCandidate',
    )
    assert.equal(candidate.state, 'reviewed')
    assert.deepEqual(candidate.coverage, {
      passes: true,
      focuses: [
        { focus: 'accuracy', state: 'approve' },
        { focus: 'usefulness', state: 'approve' },
      ],
      evidence: { required: 0, counted: 0 },
      missing: [],
    })
    ;(await publish(site, candidate_hash, { token: desk.author })).refused('forbidden')
    ;(await publish(site, candidate_hash, { token: desk.curator })).as('publishCandidate')
    const entry = (await site.get(`/api/v1/entries/${entry_id}`)).as('getEntry')
    assert.deepEqual([entry.mode, entry.without_prior_review], ['reviewed', false])
    const topic = (await site.get('/api/v1/topics/tools')).as('getTopic')
    assert.equal(topic.published_counts.reviewed, 1)
  })

  test('a review completes its task, and says what was found', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw' })
    const [one, two] = desk.reviewers
    const findings = [
      { severity: 'major' as const, locator: 'section 2', comment: 'No source is named.' },
      { severity: 'minor' as const, comment: 'A word is missing.' },
    ]
    const review = (await judge(site, tasks.accuracy, { token: one, findings })).as('createReview')
    assert.deepEqual(review.findings, [findings[0], { ...findings[1], locator: null }])
    const task = (await site.get(`/api/v1/tasks/${tasks.accuracy}`, { token: one })).as('getTask')
    assert.deepEqual([task.state, task.artifact_hash], ['completed', review.review_hash])
    const object = await site.get(`/objects/${review.review_hash}`, { token: one })
    assert.equal(object.json.verdict, 'approve')
    ;(await judge(site, tasks.usefulness, { token: two, verdict: 'request_changes' })).as('createReview')
    const { items } = (await site.get(`/api/v1/candidates/${candidate_hash}/reviews`, { token: two })).as(
      'listReviews',
    )
    assert.deepEqual(items.map(({ focus }) => focus).sort(), ['accuracy', 'usefulness'])
    ;(await site.get(`/api/v1/candidates/${candidate_hash}/reviews`, { token: desk.author })).refused(
      'forbidden',
    )
  })

  for (const [what, judgement, sentence] of [
    ['a rejection', { verdict: 'reject' }, /usefulness rejects/],
    ['a wish for changes', { verdict: 'request_changes' }, /usefulness asks for changes/],
    [
      'a blocking finding',
      { verdict: 'approve', findings: [{ severity: 'blocker', comment: 'It is wrong.' }] },
      /usefulness has a blocking finding/,
    ],
  ] as const)
    test(`${what} keeps a candidate from being published as reviewed`, async (t) => {
      const site = await sites.open(t, { topics: ['tools'] })
      const desk = await openDesk(site)
      const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw' })
      await judge(site, tasks.accuracy, { token: desk.reviewers[0] })
      const findings = 'findings' in judgement ? [...judgement.findings] : []
      await judge(site, tasks.usefulness, { token: desk.reviewers[1], ...judgement, findings })
      const coverage = await coverageOf(site, candidate_hash, desk.author)
      assert.equal(coverage.passes, false)
      assert.match(coverage.missing.join(' '), sentence)
      const refused = (await publish(site, candidate_hash, { token: desk.curator })).refused(
        'coverage_incomplete',
      )
      assert.match(refused.detail, sentence)
    })

  test('nobody reviews own work, what they accepted, or a second focus', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const grants = { preset: 'curator' as const, review_grants: ['tools'] }
    const desk = await openDesk(site)
    const author = await site.token(grants)
    const finalizer = await site.token(grants)
    const { tasks } = await planned(site, { ...desk, author, curator: finalizer }, { path: '/tools/saw' })
    const [one, two] = desk.reviewers
    ;(await claim(site, tasks.accuracy, author)).refused('not_claimable')
    ;(await claim(site, tasks.accuracy, finalizer)).refused('not_claimable')
    ;(await claim(site, tasks.accuracy, desk.curator)).refused('forbidden')
    ;(await claim(site, tasks.accuracy, one)).as('claimTask')
    ;(await claim(site, tasks.usefulness, one)).refused('not_claimable')
    site.clock.advance({ minutes: 6 })
    ;(await judge(site, tasks.accuracy, { token: one })).as('createReview')
    ;(await claim(site, tasks.usefulness, one)).refused('not_claimable')
    const second = await site.token({ preset: 'reviewer', review_grants: ['tools'] })
    ;(await claim(site, tasks.usefulness, second)).as('claimTask')
    ;(await claim(site, tasks.usefulness, two)).refused('not_claimable')
  })

  test('one reviewer claims two focuses at once and gets one', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    for (const path of ['/tools/a', '/tools/b', '/tools/c']) {
      const { tasks } = await planned(site, desk, { path })
      const claims = await Promise.all(Object.values(tasks).map((id) => claim(site, id, desk.reviewers[0])))
      assert.deepEqual(claims.map(({ status }) => status).sort(), [200, 409])
    }
  })

  test('only the holder of a review task reviews, under the generation that it has', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw' })
    const [one, two] = desk.reviewers
    const task_id = tasks.accuracy ?? ''
    const send = (body: object, token = one) => site.post('/api/v1/reviews', body, { token })
    ;(await send(reviewOf({ task_id, generation: 1 }))).refused('lease_lost')
    const { generation } = (await claim(site, task_id, one)).as('claimTask')
    const good = reviewOf({ task_id, generation })
    ;(await send({ ...good, generation: generation + 1 })).refused('lease_lost')
    ;(await send(good, two)).refused('forbidden')
    ;(await send(good, desk.author)).refused('forbidden')
    ;(await send({ ...good, task_id: tasks.usefulness })).refused('lease_lost')
    const finding = { severity: 'minor', comment: 'x' }
    for (const [differs, pointer] of [
      [{ verdict: 'maybe' }, '/verdict'],
      [{ verdict: null }, '/verdict'],
      [{ findings: Array.from({ length: 1000 }, () => finding) }, '/findings'],
      [{ findings: [{ ...finding, severity: 'fatal' }] }, '/findings/0/severity'],
      [{ findings: [{ ...finding, comment: ' ' }] }, '/findings/0/comment'],
      [{ summary: '' }, '/summary'],
      [{ generation: 0 }, '/generation'],
      [{ task_id: '00000000-0000-4000-8000-000000000000' }, '/task_id'],
      [{ score: 5 }, '/score'],
    ] as const) {
      const refused = (await send({ ...good, ...differs })).refused('invalid_request')
      assert.equal(refused.errors?.[0]?.pointer, pointer)
    }
    site.clock.advance({ minutes: 6 })
    ;(await send(good)).refused('lease_lost')
    const { items } = (await site.get(`/api/v1/candidates/${candidate_hash}/reviews`, { token: one })).as(
      'listReviews',
    )
    assert.deepEqual(items, [])
    const again = (await claim(site, task_id, one)).as('claimTask')
    ;(await send({ ...good, generation: again.generation })).as('createReview')
    ;(await send({ ...good, generation: again.generation })).refused('lease_lost')
  })

  test('evidence that the policy asks for must count at the time of publication', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    await setPolicy(site, { minimum_evidence: 1 })
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw' })
    await approveAll(site, desk, tasks)
    const place = `/api/v1/candidates/${candidate_hash}/evidence`
    const add = async () =>
      (await site.post(place, manualEvidence(site.clock.now()), { token: desk.reviewers[0] })).as(
        'createEvidence',
      )
    const refusedWith = async (counted: RegExp) => {
      const refused = (await publish(site, candidate_hash, { token: desk.curator })).refused(
        'coverage_incomplete',
      )
      assert.match(refused.detail, counted)
    }
    await refusedWith(/requires 1, and 0 are/)
    const { evidence_id, selector } = await add()
    assert.equal((await coverageOf(site, candidate_hash, desk.curator)).passes, true)
    const challenge = { selector, reason: 'Not what it says.' }
    const challenged = await site.post(`/api/v1/evidence/${evidence_id}/challenge`, challenge, {
      token: desk.curator,
    })
    challenged.as('challengeEvidence')
    await refusedWith(/and 0 are/)
    await add()
    site.clock.advance({ days: 31 })
    await refusedWith(/and 0 are/)
    await add()
    ;(await publish(site, candidate_hash, { token: desk.curator })).as('publishCandidate')
  })

  test('a plan keeps the policy that it was made under', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw' })
    await setPolicy(site, { review_focuses: ['accuracy', 'usefulness', 'tone'], minimum_evidence: 5 })
    await approveAll(site, desk, tasks)
    ;(await publish(site, candidate_hash, { token: desk.curator })).as('publishCandidate')
    const later = await planned(site, desk, { path: '/tools/axe' })
    assert.equal(Object.keys(later.tasks).length, 3)
    assert.equal((await coverageOf(site, later.candidate_hash, desk.curator)).evidence.required, 5)
  })

  test('what was published directly stays so, also when it is reviewed later', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, entry_id } = await draft(site, desk, { path: '/tools/saw' })
    ;(await publish(site, candidate_hash, { token: desk.curator, mode: 'direct' })).as('publishCandidate')
    const path = `/api/v1/candidates/${candidate_hash}/review-plan`
    const { focuses } = (await site.post(path, {}, { token: desk.curator })).as('createReviewPlan')
    await approveAll(site, desk, Object.fromEntries(focuses.map(({ focus, task_id }) => [focus, task_id])))
    const candidate = (await site.get(`/api/v1/candidates/${candidate_hash}`, { token: desk.author })).as(
      'getCandidate',
    )
    assert.deepEqual([candidate.state, candidate.coverage.passes], ['published', true])
    const again = await publish(site, candidate_hash, { token: desk.curator, head: candidate_hash })
    again.refused('already_published')
    const entry = (await site.get(`/api/v1/entries/${entry_id}`)).as('getEntry')
    assert.deepEqual([entry.mode, entry.without_prior_review], ['direct', true])
  })

  test('bytes that were once published without review stay marked so, also when they are published as reviewed', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, entry_id } = await draft(site, desk, { path: '/tools/saw' })
    const token = desk.curator
    ;(await publish(site, candidate_hash, { token, mode: 'direct' })).as('publishCandidate')
    await approveAll(site, desk, await plan(site, desk, candidate_hash))
    let expected: string | null = null
    for (const state of ['retired', 'active']) {
      const body = { state, expected_retirement_hash: expected, reason: 'A second look.' }
      const decided = await site.post(`/api/v1/objects/${candidate_hash}/retirement`, body, { token })
      expected = decided.as('retireRevision').retirement_hash
    }
    ;(await publish(site, candidate_hash, { token, head: candidate_hash })).as('publishCandidate')
    const entry = (await site.get(`/api/v1/entries/${entry_id}`)).as('getEntry')
    assert.deepEqual([entry.status, entry.mode, entry.without_prior_review], ['published', 'reviewed', true])
  })

  test('an override needs an administrator and a reason, and no reviews', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw' })
    await judge(site, tasks.accuracy, { token: desk.reviewers[0], verdict: 'reject' })
    const path = `/api/v1/candidates/${candidate_hash}/publish`
    const body = { mode: 'admin_override', reason: 'A court asked for it.' }
    ;(await site.post(path, body, { token: desk.curator })).refused('forbidden')
    ;(await site.post(path, { mode: 'admin_override' }, { token: site.admin })).refused('invalid_request')
    ;(await site.post(path, body, { token: site.admin })).as('publishCandidate')
    await judge(site, tasks.usefulness, { token: desk.reviewers[1] })
    const candidate = (await site.get(`/api/v1/candidates/${candidate_hash}`, { token: desk.author })).as(
      'getCandidate',
    )
    assert.equal(candidate.state, 'published')
  })

  test('a cancelled review leaves its focus uncovered, and says so', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw' })
    const { generation } = (await claim(site, tasks.accuracy, desk.reviewers[0])).as('claimTask')
    const cancelled = await site.post(
      `/api/v1/tasks/${tasks.accuracy}/cancel`,
      { reason: 'no' },
      { token: desk.curator },
    )
    cancelled.as('cancelTask')
    const late = reviewOf({ task_id: tasks.accuracy ?? '', generation })
    ;(await site.post('/api/v1/reviews', late, { token: desk.reviewers[0] })).refused('lease_lost')
    const { missing } = await coverageOf(site, candidate_hash, desk.curator)
    assert.match(missing.join(' '), /accuracy was cancelled/)
  })
})
