import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newSigningKey } from '../../src/core/jwt.ts'
import { backUp, drive, type Job, preload, restore, start, tryStart, tryStep } from '../support/backup.ts'
import { openDesk } from '../support/editorial.ts'
import { liveASite } from '../support/lived.ts'
import { assertSameAnswers } from '../support/lived-answers.ts'
import { projectionsOf, searchedEntries } from '../support/projections.ts'
import { register } from '../support/readers.ts'
import { anySites, describeSites, openAnySite, type Site } from '../support/site.ts'

/** Everything that is derived, and every answer that a stranger to both sites' work is given. */
async function assertSameSites(target: Site, source: Site): Promise<void> {
  const [one, other] = [target.app.storage.read, source.app.storage.read]
  assert.deepEqual(await projectionsOf(one), await projectionsOf(other))
  assert.deepEqual(await searchedEntries(one), await searchedEntries(other))
  target.clock.set(source.clock.now())
  await assertSameAnswers(target, source)
}

test('a restore goes through its phases, and shows what the old site showed', async (t) => {
  const { site } = await liveASite(t, anySites)
  const backup = await backUp(site)
  const target = await openAnySite(t)
  target.clock.set(site.clock.now())
  const jobs = await restore(target, backup)
  assertSteps(jobs)
  assert.deepEqual(
    [...new Set(jobs.map(({ phase }) => phase))],
    ['verify_blobs', 'load_tables', 'build_projections', 'complete'],
  )
  const last = jobs.at(-1)
  assert.equal(last?.state, 'complete')
  assert.equal(last.completed_at, target.clock.now())
  assert.deepEqual(
    (await target.get('/api/v1/admin/recovery/staged', { token: target.admin })).as('getRecovery').job,
    last,
  )
  await assertSameSites(target, site)
  const audit = (await target.get('/api/v1/admin/audit?limit=100', { token: target.admin })).as('listAudit')
  const acts = audit.items.filter((act) => act.target === last.job_id).map(({ action }) => action)
  assert.deepEqual(acts.sort(), ['continueRecovery', 'startRecovery'])
})

test('pages of one row and indexes of two pages make no other site', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  for (const name of ['a', 'b', 'c']) await site.publish({ path: `/tools/${name}` })
  const target = await openAnySite(t)
  await restore(target, await backUp(site, { rows: 1, pages: 2 }))
  await assertSameSites(target, site)
})

test('bearers work where the key and the base URL came along, and nowhere else', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { author, curator } = await openDesk(site)
  const { token: reader } = await register(site)
  const revoked = await site.issue()
  await site.post(
    `/api/v1/admin/tokens/${revoked.token_id}/revoke`,
    { reason: 'left' },
    { token: site.admin },
  )
  const backup = await backUp(site)
  const same = await openAnySite(t, { baseUrl: site.url })
  const otherKey = await openAnySite(t, {
    baseUrl: site.url,
    signingKey: JSON.stringify(await newSigningKey()),
  })
  const otherUrl = await openAnySite(t)
  for (const target of [same, otherKey, otherUrl]) await restore(target, backup)
  for (const token of [site.admin, author, curator, reader]) {
    const me = (await same.get('/api/v1/me', { token })).as('getMe')
    assert.deepEqual(me, (await site.get('/api/v1/me', { token })).json)
    for (const target of [otherKey, otherUrl])
      (await target.get('/api/v1/me', { token })).refused('invalid_token')
  }
  ;(await same.get('/api/v1/me', { token: revoked.token })).refused('invalid_token')
})

describeSites((sites) => {
  test('a receipt of the old site is replayed by the restored one', async (t) => {
    const site = await sites.open(t)
    const key = randomUUID()
    const topic = { id: 'tools', title: 'Tools', summary: 'All of them.' }
    const made = await site.post('/api/v1/topics', topic, { token: site.admin, key })
    const target = await sites.open(t, { baseUrl: site.url })
    await restore(target, await backUp(site))
    const again = await target.post('/api/v1/topics', topic, { token: site.admin, key })
    assert.equal(again.header('idempotency-replayed'), 'true')
    assert.deepEqual(again.json, made.json)
  })

  test('a restore needs a target without entries, and one job runs at a time', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer' })
    const backup = await backUp(site)
    const body = { kind: 'restore', manifest: backup.manifest }
    ;(await tryStart(site, body)).refused('target_not_empty')
    assert.equal((await site.get('/readyz')).status, 200)
    const target = await sites.open(t)
    const none = await target.get('/api/v1/admin/recovery/staged', { token: target.admin })
    assert.deepEqual(none.json, { job: null })
    const key = randomUUID()
    const job = (await tryStart(target, body, key)).as('startRecovery')
    const again = await tryStart(target, body, key)
    assert.deepEqual(again.json, job)
    assert.equal(again.header('idempotency-replayed'), 'true')
    for (const other of [body, { kind: 'rebuild' }]) (await tryStart(target, other)).refused('invalid_state')
    ;(await tryStart(target, { kind: 'rebuild' }, key)).refused('idempotency_key_reused')
    await preload(target, backup)
    await drive(target, job)
    ;(await tryStart(target, body)).refused('target_not_empty')
    await drive(target, await start(target, { kind: 'rebuild' }))
  })

  test('a step is done once: for another place, for the same key, for two drivers, and after the end', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer' })
    const backup = await backUp(site)
    const target = await sites.open(t)
    const other = await target.second(t)
    await preload(target, backup)
    const first = await start(target, { kind: 'restore', manifest: backup.manifest })
    const key = randomUUID()
    const second = (await tryStep(target, first, key)).as('continueRecovery')
    const replay = await tryStep(target, first, key)
    assert.deepEqual(replay.json, second)
    const place = { phase: second.phase, cursor: second.cursor, offset: second.offset }
    const late = await tryStep(target, first)
    assert.deepEqual(late.refused('compare_and_set_mismatch').current, place)
    for (const wrong of [
      { ...second, phase: 'complete' as const },
      { ...second, cursor: null },
      { ...second, offset: second.offset + 1 },
    ])
      (await tryStep(target, wrong)).refused('compare_and_set_mismatch')
    ;(await tryStep(target, { ...second, job_id: randomUUID() })).refused('not_found')
    let job = second
    while (job.state === 'running') {
      const answers = await Promise.all([tryStep(target, job), tryStep(other, { ...job })])
      const done = answers.filter(({ status }) => status === 200)
      assert.equal(done.length, 1)
      for (const answer of answers) if (answer.status !== 200) answer.refused('compare_and_set_mismatch')
      job = done[0]?.as('continueRecovery') ?? job
    }
    ;(await tryStep(target, job)).refused('invalid_state')
    await assertSameSites(target, site)
  })
})

/** No step does more than its share, and every one of a phase comes nearer to its end. */
function assertSteps(jobs: readonly Job[]): void {
  for (const [place, job] of jobs.entries()) {
    const before = jobs[place - 1]
    assert.ok(job.progress.done <= job.progress.total, JSON.stringify(job))
    if (before?.phase !== job.phase) continue
    const most = { verify_blobs: 10, load_tables: 40, build_projections: 250, complete: 40 }[job.phase]
    const done = job.progress.done - before.progress.done
    assert.ok(done >= 0 && done <= most, `${done} in ${job.phase}`)
    assert.notDeepEqual([job.cursor, job.offset], [before.cursor, before.offset])
  }
}
