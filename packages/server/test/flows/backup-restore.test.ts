import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@colophon/client'
import { backUp, failingAfter, restoreInto, watchedCalls } from '../support/backup-folder.ts'
import { makeFolder } from '../support/folder.ts'
import { projectionsOf, searchedEntries } from '../support/projections.ts'
import { capture } from '../support/recovery.ts'
import { describeSites, openAnySite, type Site } from '../support/site.ts'

/** How many requests come before the first step depends on the material, how many steps on nothing but the rows. */
const STEP = /^POST \/api\/v1\/admin\/recovery\/staged\/[0-9a-f-]{36}$/

const sentOf = (asked: readonly string[]) =>
  asked.filter((request) => /staged\/(?:pages|blobs)\//.test(request))

async function assertSame(target: Site, source: Site): Promise<void> {
  const [one, other] = [target.app.storage.read, source.app.storage.read]
  assert.deepEqual(await projectionsOf(one), await projectionsOf(other))
  assert.deepEqual(await searchedEntries(one), await searchedEntries(other))
}

describeSites((sites) => {
  test('a site is restored from its folder; again is told that it was, and another backup is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer' })
    const folder = await makeFolder(t)
    const { manifest } = await backUp(site, folder)
    const target = await sites.open(t)
    const first = await restoreInto(target, folder)
    assert.equal(first.job.state, 'complete')
    assert.equal(first.sent.blobs, manifest.blobs.count)
    await assertSame(target, site)
    const again = watchedCalls(target)
    const second = await restoreInto(target, folder, again)
    assert.deepEqual(second.job, first.job)
    assert.deepEqual(sentOf(again.asked), [])
    site.clock.advance({ seconds: 1 })
    await backUp(site, folder)
    const other = watchedCalls(target)
    await assert.rejects(restoreInto(target, folder, other), /^ColophonProblem: target_not_empty: /)
    assert.deepEqual(sentOf(other.asked), [])
    // A restore that is complete is in the way of no snapshot.
    await capture(target)
  })

  test('a restore that is interrupted again and again goes on where it stood', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let count = 0; count < 6; count += 1) await site.publish({ path: `/tools/tool-${count}` })
    const folder = await makeFolder(t)
    const { manifest } = await backUp(site, folder)
    const target = await sites.open(t)
    const asked: string[] = []
    const interruptions = [
      ...[1, 2, 3, 30].map((requests) => failingAfter(requests, { asked })),
      ...[0, 1, 1, 2, 1].map((steps) => failingAfter(steps, { asked, kind: STEP })),
    ]
    for (const fetch of interruptions) {
      const { call } = createClient({
        url: target.url,
        token: target.admin,
        fetch,
        patience: { attempts: 1 },
      })
      await assert.rejects(restoreInto(target, folder, { call, asked }), /no answer/)
    }
    const starts = asked.filter((request) => request === 'POST /api/v1/admin/recovery/staged').length
    assert.ok(starts >= 4, 'the interruptions came also after the start')
    const calls = watchedCalls(target)
    const { job } = await restoreInto(target, folder, calls)
    assert.equal(job.state, 'complete')
    assert.deepEqual(sentOf(calls.asked), [], 'what was there before the start is not sent again')
    await assertSame(target, site)
    assert.equal(manifest.blobs.count, await countObjects(target))
  })

  test('two drivers at once both come to the end of one job', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let count = 0; count < 6; count += 1) await site.publish({ path: `/tools/tool-${count}` })
    const folder = await makeFolder(t)
    await backUp(site, folder)
    const target = await sites.open(t)
    const [one, other] = await Promise.all([restoreInto(target, folder), restoreInto(target, folder)])
    assert.deepEqual(one.job, other.job)
    assert.equal(one.job.state, 'complete')
    await assertSame(target, site)
  })
})

test('an older backup of the folder is restored where it is named', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const hammer = await site.publish({ path: '/tools/hammer' })
  const folder = await makeFolder(t)
  const older = await backUp(site, folder)
  site.clock.advance({ seconds: 1 })
  await site.publish({ path: '/tools/hammer', revises: hammer })
  await backUp(site, folder)
  const target = await openAnySite(t)
  await restoreInto(target, folder, watchedCalls(target), { backup: older.digest.slice(0, 12) })
  const head = await target.get('/api/v1/resolve?path=/tools/hammer', { token: target.admin })
  assert.equal(head.as('resolvePath').content_hash, hammer.content_hash)
  await assert.rejects(
    restoreInto(target, folder, watchedCalls(target), { backup: '2001' }),
    /has no backup 2001/,
  )
  await assert.rejects(
    restoreInto(target, folder, watchedCalls(target), { backup: '2026-' }),
    /has 2 backups/,
  )
})

test('what the press lost after it was sent is sent again', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  for (let count = 0; count < 6; count += 1) await site.publish({ path: `/tools/tool-${count}` })
  const folder = await makeFolder(t)
  await backUp(site, folder)
  const target = await openAnySite(t, { blobs: 'database' })
  const { call, asked } = watchedCalls(target)
  let steps = 0
  const losing: typeof call = async (id, ...request) => {
    if (id === 'continueRecovery' && steps++ % 7 === 0)
      await target.app.storage.write(async (tx) => void (await tx.deleteFrom('blobs').execute()))
    return call(id, ...request)
  }
  const { job, sent } = await restoreInto(target, folder, { call: losing, asked })
  assert.equal(job.state, 'complete')
  assert.ok(sent.blobs > (await countObjects(target)))
  await assertSame(target, site)
})

test('a job that was begun with another backup is told apart, and driven on where it is named', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/hammer' })
  const folder = await makeFolder(t)
  const older = await backUp(site, folder)
  site.clock.advance({ seconds: 1 })
  await backUp(site, folder)
  const target = await openAnySite(t)
  const fetch = failingAfter(1, { kind: STEP })
  const failing = createClient({ url: target.url, token: target.admin, fetch, patience: { attempts: 1 } })
  const backup = older.digest
  await assert.rejects(
    restoreInto(target, folder, { call: failing.call, asked: [] }, { backup }),
    /no answer/,
  )
  const staged = await target.get('/api/v1/admin/recovery/staged', { token: target.admin })
  const { job } = staged.as('getRecovery')
  assert.equal(job?.state, 'running')
  await assert.rejects(restoreInto(target, folder), new RegExp(`job ${job?.job_id} is running.*--job`, 's'))
  const named = { backup, job: job?.job_id ?? '' }
  const done = await restoreInto(target, folder, watchedCalls(target), named)
  assert.equal(done.job.state, 'complete')
  assert.equal(done.job.job_id, job?.job_id)
})

async function countObjects(site: Site): Promise<number> {
  return (await site.app.storage.read.selectFrom('objects').select('sha256').execute()).length
}
