import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'
import {
  claimTask,
  complete,
  heartbeat,
  listTasks,
  openTask,
  readTask,
  submitFor,
  tryClaim,
} from '../support/tasks.ts'

describeSites((sites) => {
  test('a task goes from opening over claim and proposal to completion', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const opened = await openTask(site)
    assert.deepEqual(
      { ...opened, task_id: '', definition_hash: '' },
      {
        task_id: '',
        kind: 'research',
        topic_id: 'tools',
        title: 'Compare saws',
        brief: 'Which saw cuts\nwhat?',
        definition_hash: '',
        prerequisites: [],
        suggestion_id: null,
        candidate_hash: null,
        entry_id: null,
        content_hash: null,
        focus: null,
        state: 'open',
        can_claim: true,
        claim_blockers: [],
        generation: 0,
        lease_until: null,
        leased_to_me: false,
        artifact_hash: null,
        created_at: site.clock.now(),
      },
    )
    const lease = await claimTask(site, opened.task_id, author)
    assert.deepEqual(lease, {
      task_id: opened.task_id,
      generation: 1,
      lease_until: '2026-03-02T09:35:00.000Z',
    })
    const mine = await readTask(site, opened.task_id, author)
    assert.equal(mine.state, 'leased')
    assert.equal(mine.leased_to_me, true)
    assert.equal(mine.lease_until, lease.lease_until)
    assert.deepEqual(mine.claim_blockers, ['leased'])
    assert.equal((await readTask(site, opened.task_id)).leased_to_me, false)

    site.clock.advance({ minutes: 4 })
    const renewed = (await heartbeat(site, lease, author)).as('renewLease')
    assert.deepEqual(renewed, { ...lease, lease_until: '2026-03-02T09:39:00.000Z' })
    const proposal = (await submitFor(site, lease, author)).as('createSubmission')
    const done = (await complete(site, lease, proposal.proposal_hash, author)).as('completeTask')
    assert.equal(done.state, 'completed')
    assert.equal(done.artifact_hash, proposal.proposal_hash)
    assert.equal(done.lease_until, null)
    assert.equal(done.leased_to_me, false)
    assert.deepEqual(done.claim_blockers, ['closed'])
    const own = (await site.get(`/api/v1/submissions/${proposal.proposal_hash}`, { token: author })).as(
      'getSubmission',
    )
    assert.equal(own.task_id, opened.task_id)
    assert.equal(own.task_generation, 1)
    ;(await tryClaim(site, opened.task_id, author)).refused('not_claimable')
    ;(await heartbeat(site, lease, author)).refused('lease_lost')
  })

  test('a task waits for its prerequisites', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const first = await openTask(site)
    const second = await openTask(site)
    const last = await openTask(site, { prerequisites: [second.task_id, first.task_id] })
    assert.deepEqual(last.prerequisites, [second.task_id, first.task_id])
    for (const { task_id } of [first, second]) {
      assert.deepEqual((await readTask(site, last.task_id, author)).claim_blockers, ['prerequisites'])
      ;(await tryClaim(site, last.task_id, author)).refused('not_claimable')
      const lease = await claimTask(site, task_id, author)
      const proposal = (await submitFor(site, lease, author)).as('createSubmission')
      ;(await complete(site, lease, proposal.proposal_hash, author)).as('completeTask')
    }
    assert.equal((await claimTask(site, last.task_id, author)).generation, 1)
  })

  test('a curator gives a task a new text, which follows the one that was seen', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const opened = await openTask(site)
    const define = (expected: string | null, token = site.admin) =>
      site.post(
        `/api/v1/tasks/${opened.task_id}/definition`,
        { expected_definition_hash: expected, title: 'Compare all saws', brief: 'All of them.' },
        { token },
      )
    ;(await define(opened.definition_hash, author)).refused('forbidden')
    const changed = (await define(opened.definition_hash)).as('defineTask')
    assert.equal(changed.title, 'Compare all saws')
    assert.notEqual(changed.definition_hash, opened.definition_hash)
    const { current } = (await define(opened.definition_hash)).refused('compare_and_set_mismatch')
    assert.equal(current, changed.definition_hash)
    const definition = (await site.get(`/objects/${changed.definition_hash}`, { token: author })).json
    assert.equal(definition.previous_hash, opened.definition_hash)
    assert.equal(definition.kind, 'definition')
    assert.equal(definition.brief, 'All of them.')
    assert.equal((await site.get(`/objects/${changed.definition_hash}`)).status, 404)
    const lease = await claimTask(site, opened.task_id, author)
    const { proposal_hash } = (await submitFor(site, lease, author)).as('createSubmission')
    const lineage = (
      await site.get(`/api/v1/objects/${proposal_hash}/lineage?direction=ancestors&depth=4`, {
        token: site.admin,
      })
    ).as('getLineage')
    assert.deepEqual(lineage.edges, [
      { type: 'definition_parent', from: proposal_hash, to: changed.definition_hash },
      { type: 'definition_parent', from: changed.definition_hash, to: opened.definition_hash },
    ])
  })

  test('a cancelled task is closed for its holder and for everybody', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const { task_id, definition_hash } = await openTask(site)
    const lease = await claimTask(site, task_id, author)
    const cancel = (token: string) =>
      site.post(`/api/v1/tasks/${task_id}/cancel`, { reason: 'not needed any more' }, { token })
    ;(await cancel(author)).refused('forbidden')
    const cancelled = (await cancel(site.admin)).as('cancelTask')
    assert.equal(cancelled.state, 'cancelled')
    ;(await cancel(site.admin)).refused('invalid_state')
    ;(await heartbeat(site, lease, author)).refused('lease_lost')
    ;(await submitFor(site, lease, author)).refused('lease_lost')
    ;(await tryClaim(site, task_id, author)).refused('not_claimable')
    const text = { expected_definition_hash: definition_hash, title: 'New', brief: 'New.' }
    const path = `/api/v1/tasks/${task_id}/definition`
    ;(await site.post(path, text, { token: site.admin })).refused('invalid_state')
  })

  test('tasks are for invited credentials with a grant for their topic', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('ships')
    const { task_id } = await openTask(site)
    const outside = await site.token({ preset: 'contributor', topic_grants: ['ships'] })
    const reviewer = await site.token({ preset: 'reviewer', review_grants: null })
    const curatorOutside = await site.token({ preset: 'curator', topic_grants: ['ships'] })
    for (const path of ['/api/v1/tasks', `/api/v1/tasks/${task_id}`])
      (await site.get(path)).refused('unauthenticated')
    ;(await site.get(`/api/v1/tasks/${task_id}`, { token: outside })).refused('not_found')
    ;(await tryClaim(site, task_id, outside)).refused('not_found')
    ;(await heartbeat(site, { task_id, generation: 1 }, outside)).refused('not_found')
    assert.deepEqual(await listTasks(site, '', outside), [])
    assert.deepEqual(await listTasks(site, 'topic=tools', outside), [])
    assert.deepEqual((await readTask(site, task_id, reviewer)).claim_blockers, ['grant'])
    ;(await tryClaim(site, task_id, reviewer)).refused('forbidden')
    const text = { title: 'Sail', brief: 'Sail.' }
    const open = (body: object, token: string) => site.post('/api/v1/tasks', { ...text, ...body }, { token })
    ;(await open({ topic_id: 'tools' }, curatorOutside)).refused('forbidden')
    ;(await open({ topic_id: 'none' }, curatorOutside)).refused('invalid_request')
    const hidden = await open({ topic_id: 'ships', prerequisites: [task_id] }, curatorOutside)
    assert.equal(hidden.refused('invalid_request').errors?.[0]?.pointer, '/prerequisites/0')
    // 'tools' is public: what lies there unpublished is still not there for a curator of another topic.
    for (const id of [task_id, randomUUID()]) {
      const after = await open({ topic_id: 'tools', prerequisites: [id] }, curatorOutside)
      assert.equal(after.refused('invalid_request').errors?.[0]?.pointer, '/prerequisites/0')
    }
    const bound = await submitFor(site, { task_id, generation: 1 }, outside, { path: '/ships/sail' })
    assert.equal(bound.refused('invalid_request').errors?.[0]?.pointer, '/task_id')
  })

  test('the list keeps to its filters, and what is shown as claimable can be claimed', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('ships')
    const author = await site.token({ preset: 'contributor' })
    const open = await openTask(site)
    const elsewhere = await openTask(site, { topic_id: 'ships' })
    const leased = await openTask(site)
    await claimTask(site, leased.task_id, site.admin)
    const waiting = await openTask(site, { prerequisites: [open.task_id] })
    const cancelled = await openTask(site)
    await site.post(`/api/v1/tasks/${cancelled.task_id}/cancel`, { reason: 'no' }, { token: site.admin })
    const ids = async (query: string) =>
      (await listTasks(site, query, author)).map((task) => task.task_id).sort()
    const sorted = (...tasks: { task_id: string }[]) => tasks.map((task) => task.task_id).sort()
    assert.deepEqual(await ids(''), sorted(open, elsewhere, leased, waiting, cancelled))
    assert.deepEqual(await ids('claimable=true'), sorted(open, elsewhere))
    assert.deepEqual(await ids('claimable=false'), sorted(leased, waiting, cancelled))
    assert.deepEqual(await ids('topic=ships'), sorted(elsewhere))
    assert.deepEqual(await ids('state=open'), sorted(open, elsewhere, waiting))
    assert.deepEqual(await ids('state=leased'), sorted(leased))
    assert.deepEqual(await ids('state=cancelled&kind=research'), sorted(cancelled))
    assert.deepEqual(await ids('kind=review'), [])
    for (const task of await listTasks(site, '', author))
      assert.equal(task.can_claim, (await ids('claimable=true')).includes(task.task_id))
    site.clock.advance({ seconds: 300 })
    assert.deepEqual(await ids('state=leased'), [])
    assert.deepEqual(await ids('claimable=true'), sorted(open, elsewhere, leased))
  })

  test('what a task is given must have its form and name something of its topic', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const { task_id } = await openTask(site)
    const text = { topic_id: 'tools', title: 'T', brief: 'B' }
    const bodies: [unknown, string][] = [
      [{ ...text, title: '' }, '/title'],
      [{ ...text, title: 'two\nlines' }, '/title'],
      [{ ...text, title: 'x'.repeat(201) }, '/title'],
      [{ ...text, brief: ' ' }, '/brief'],
      [{ ...text, kind: 'review' }, '/kind'],
      [{ ...text, prerequisites: [task_id, task_id] }, '/prerequisites'],
      [{ ...text, prerequisites: ['nothing'] }, '/prerequisites/0'],
      [{ ...text, prerequisites: [crypto.randomUUID()] }, '/prerequisites/0'],
      [{ ...text, suggestion_id: crypto.randomUUID() }, '/suggestion_id'],
    ]
    for (const [body, pointer] of bodies) {
      const refused = (await site.post('/api/v1/tasks', body, { token: site.admin })).refused(
        'invalid_request',
      )
      assert.equal(refused.errors?.[0]?.pointer, pointer)
    }
    for (const generation of [0, -1, 1.5, '1', null, 2 ** 63, 1e300])
      assert.ok(
        [400, 409].includes((await heartbeat(site, { task_id, generation } as never, site.admin)).status),
      )
    for (const body of [
      { task_generation: 1 },
      { task_id },
      { task_id: crypto.randomUUID(), task_generation: 1 },
    ])
      (
        await site.post(
          '/api/v1/submissions',
          { kind: 'article', title: 'T', summary: 'S', path: '/tools/t', body: 'B', ...body },
          { token: site.admin },
        )
      ).refused('invalid_request')
  })

  test('a reviewer is shown as claimable what can be claimed: granted, not own, one focus of a plan', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('ships')
    const { candidate_hash } = await site.candidate({ path: '/tools/saw' })
    await site.post(`/api/v1/candidates/${candidate_hash}/review-plan`, {}, { token: site.admin })
    const reviewer = await site.token({ preset: 'reviewer', review_grants: ['tools'] })
    const elsewhere = await site.token({ preset: 'reviewer', review_grants: ['ships'] })
    const blockers = async (token: string) =>
      (await listTasks(site, 'kind=review', token)).map((task) => task.claim_blockers.join())
    assert.deepEqual(await blockers(reviewer), ['', ''])
    assert.deepEqual(await blockers(elsewhere), ['grant', 'grant'])
    assert.deepEqual(await blockers(site.admin), ['grant,conflict', 'grant,conflict'])
    const [task] = await listTasks(site, 'claimable=true', reviewer)
    await claimTask(site, task?.task_id ?? '', reviewer)
    assert.deepEqual((await blockers(reviewer)).sort(), ['conflict', 'leased'])
    for (const token of [reviewer, elsewhere, site.admin])
      assert.deepEqual(await listTasks(site, 'claimable=true', token), [])
    site.clock.advance({ seconds: 300 })
    assert.equal((await listTasks(site, 'claimable=true', reviewer)).length, 2)
  })
})
