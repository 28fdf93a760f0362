import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAINTENANCE } from '../../src/command/maintenance.ts'
import { runRound } from '../../src/runtime/scheduler.ts'
import { describeSites, type Site } from '../support/site.ts'
import { claimTask, complete, listTasks, submitFor } from '../support/tasks.ts'

const OBSERVATION = {
  kind: 'observation',
  observed_at: '2026-03-02T09:00:00.000Z',
  refresh_after: '2026-03-02T10:00:00.000Z',
  applicability: 'steel saws',
} as const

function refreshTasks(site: Site) {
  return listTasks(site, 'kind=refresh')
}

async function lock(site: Site, locked: boolean): Promise<void> {
  await site.app.storage.write(async (tx) => {
    if (locked) await tx.insertInto('site').values({ name: MAINTENANCE, value: 'a test' }).execute()
    else await tx.deleteFrom('site').where('name', '=', MAINTENANCE).execute()
  })
}

describeSites((sites) => {
  test('an observation past its date gets one refresh task, whoever looks and how often', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    await site.topic('tools')
    const seen = await site.publish({ path: '/tools/saw', ...OBSERVATION })
    await site.publish({ path: '/tools/rust', ...OBSERVATION, refresh_after: '2027-01-01T00:00:00.000Z' })
    await site.publish({ path: '/tools/plane' })
    const rounds = () => Promise.all([site, other, site, other].map((server) => runRound(server.app)))
    site.clock.set('2026-03-02T09:59:59.999Z')
    await rounds()
    assert.deepEqual(await refreshTasks(site), [])
    site.clock.set('2026-03-02T10:00:00.000Z')
    await rounds()
    await rounds()
    const [task, ...others] = await refreshTasks(site)
    assert.equal(others.length, 0)
    assert.ok(task)
    assert.equal(task.entry_id, seen.entry_id)
    assert.equal(task.content_hash, seen.content_hash)
    assert.equal(task.topic_id, 'tools')
    assert.equal(task.state, 'open')
    const entry = (await site.get(`/api/v1/entries/${seen.entry_id}`)).as('getEntry')
    assert.equal(entry.status, 'published')
    assert.equal(entry.content_hash, seen.content_hash)

    await site.post(`/api/v1/tasks/${task.task_id}/cancel`, { reason: 'no' }, { token: site.admin })
    await rounds()
    assert.equal((await refreshTasks(site)).length, 1, 'once for the revision, whatever became of the task')
  })

  test('a refresh ends with a revision of its entry, whose own date counts from then on', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const seen = await site.publish({ path: '/tools/saw', ...OBSERVATION })
    site.clock.set('2026-03-02T12:00:00.000Z')
    await runRound(site.app)
    const [task] = await refreshTasks(site)
    const lease = await claimTask(site, task?.task_id ?? '', author)
    const foreign = (await submitFor(site, lease, author)).refused('invalid_request')
    assert.equal(foreign.errors?.[0]?.pointer, '/task_id')
    const revision = {
      ...OBSERVATION,
      path: '/tools/saw',
      entry_id: seen.entry_id,
      expected_parent_hash: seen.content_hash,
      refresh_after: '2026-03-03T00:00:00.000Z',
    }
    const { proposal_hash } = (await submitFor(site, lease, author, revision)).as('createSubmission')
    ;(await complete(site, lease, proposal_hash, author)).as('completeTask')
    const finalize = `/api/v1/submissions/${proposal_hash}/finalize`
    const { candidate_hash } = (await site.post(finalize, {}, { token: site.admin })).as('finalizeSubmission')
    const body = { mode: 'direct', expected_head_hash: seen.content_hash }
    const publish = `/api/v1/candidates/${candidate_hash}/publish`
    ;(await site.post(publish, body, { token: site.admin })).as('publishCandidate')
    await runRound(site.app)
    assert.equal((await refreshTasks(site)).length, 1)
    site.clock.set('2026-03-03T00:00:00.000Z')
    await runRound(site.app)
    assert.deepEqual(
      (await refreshTasks(site)).map((one) => one.content_hash),
      [candidate_hash, seen.content_hash],
    )
  })

  test('a recovery pauses the scheduler, and metrics say so', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.publish({ path: '/tools/saw', ...OBSERVATION })
    site.clock.set('2026-03-02T12:00:00.000Z')
    await lock(site, true)
    await runRound(site.app)
    const paused = await site.get('/metrics')
    assert.equal(paused.status, 200)
    assert.match(paused.text, /^colophon_scheduler_paused\{worker="0"\} 1$/m)
    await lock(site, false)
    assert.deepEqual(await refreshTasks(site), [])
    await runRound(site.app)
    assert.equal((await refreshTasks(site)).length, 1)
    const { text } = await site.get('/metrics')
    assert.match(text, /^colophon_scheduler_paused\{worker="0"\} 0$/m)
    assert.match(text, /^colophon_scheduler_refresh_tasks_total\{worker="0"\} 1$/m)
    const seconds = Date.parse(site.clock.now()) / 1000
    assert.match(
      text,
      new RegExp(`^colophon_scheduler_last_run_timestamp_seconds{worker="0"} ${seconds}$`, 'm'),
    )
  })

  test('a round forgets as many outcomes as there are, and those that are not over stay', async (t) => {
    const site = await sites.open(t)
    const expiries = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
    const rows = Array.from({ length: 2400 }, (_, place) => ({
      key_hash: `key ${place}`,
      input_hash: 'input',
      status: 200,
      body: '{}',
      created_at: '2019-12-01T00:00:00.000Z',
      expires_at: expiries[place % 2] ?? null,
    }))
    await site.app.storage.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 600)
        await tx
          .insertInto('idempotency')
          .values(rows.slice(from, from + 600))
          .execute()
      await tx
        .insertInto('site')
        .values({ name: 'outcomes_forgotten_to', value: '2025-01-01T00:00:00.000Z' })
        .execute()
    })
    await runRound(site.app)
    const { left } = await site.app.storage.read
      .selectFrom('idempotency')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('key_hash', 'like', 'key %')
      .executeTakeFirstOrThrow()
    assert.equal(left, 1200)
  })

  test('outcomes are forgotten after their time, those of issued tokens never', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const body = { label: 'kept', preset: 'contributor' }
    const issue = () => site.post('/api/v1/admin/tokens', body, { token: site.admin, key: 'issue' })
    const issued = (await issue()).as('issueToken')
    const rows = async () =>
      (await site.app.storage.read.selectFrom('idempotency').select('expires_at').execute()).map(
        (row) => row.expires_at,
      )
    const before = await rows()
    assert.ok(before.filter((expires) => expires !== null).length >= 2)
    await runRound(site.app)
    site.clock.advance({ days: 30 })
    await runRound(site.app)
    assert.equal((await rows()).length, before.length, 'not before their time')
    site.clock.advance({ seconds: 1 })
    await runRound(site.app)
    assert.deepEqual(new Set(await rows()), new Set([null]))
    const again = (await issue()).as('issueToken')
    assert.deepEqual([again.token_id, again.token], [issued.token_id, null])
  })

  test('a clock that is wrong by years for some seconds lets nothing be forgotten', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    await site.topic('tools')
    const body = { topic_id: 'tools', kind: 'discussion', question: 'Which?', motivation: 'Many ask.' }
    const suggest = () => site.post('/api/v1/suggestions', body, { token: site.admin, key: 'suggest' })
    const { suggestion_id } = (await suggest()).as('createSuggestion')
    for (const days of [400, -400, 400]) {
      for (const wrong of [days, 0]) {
        site.clock.misread({ days: wrong })
        for (const server of [site, other, site, other]) {
          site.clock.advance({ seconds: 5 })
          await runRound(server.app)
        }
      }
      assert.equal((await suggest()).as('createSuggestion').suggestion_id, suggestion_id, `${days} days`)
    }
    const third = await site.second(t)
    site.clock.misread({ days: 400 })
    await runRound(third.app)
    site.clock.misread({ days: 0 })
    assert.equal((await suggest()).as('createSuggestion').suggestion_id, suggestion_id, 'a new process')
  })

  test('what is stored while a clock is behind is kept as long as everything else', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const round = async (days: number) => {
      site.clock.misread({ days })
      site.clock.advance({ seconds: 5 })
      await runRound(site.app)
    }
    await round(0)
    await round(-60)
    const { token } = await site.issue()
    const body = { topic_id: 'tools', kind: 'discussion', question: 'Which?', motivation: 'Many ask.' }
    const suggest = () => site.post('/api/v1/suggestions', body, { token, key: 'suggest' })
    const { suggestion_id } = (await suggest()).as('createSuggestion')
    for (const days of [0, 0]) await round(days)
    assert.equal((await suggest()).as('createSuggestion').suggestion_id, suggestion_id)
    site.clock.advance({ days: 29 })
    await round(0)
    const rows = await site.app.storage.read
      .selectFrom('idempotency')
      .select('expires_at')
      .where('expires_at', 'is not', null)
      .execute()
    assert.ok(rows.every(({ expires_at }) => String(expires_at) > site.clock.now()))
  })
})
