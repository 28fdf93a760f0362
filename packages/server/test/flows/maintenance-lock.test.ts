import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { DOCUMENTS, PAGES } from '@colophon/contract'
import { isInMaintenance, releaseMaintenance, takeMaintenance } from '../../src/command/maintenance.ts'
import { runRound } from '../../src/runtime/scheduler.ts'
import { backUp, drive, STAGED, start, tryStep } from '../support/backup.ts'
import { changesOf, projectionsOf } from '../support/projections.ts'
import { describeSites } from '../support/site.ts'

/** What needs nothing of the database waits as well: a site in recovery tells everybody one thing. */
const READS = [...DOCUMENTS.map(({ path }) => path), ...Object.values(PAGES).map(({ path }) => path)]
  .filter((path) => !['/healthz', '/metrics'].includes(path))
  .map((path) =>
    path
      .replace('{code}', 'maintenance')
      .replace('{path}', 'mcp')
      .replaceAll(/\{\w+\}/g, 'tools'),
  )

const OUTCOME = { input_hash: 'b', status: 200, body: '{}', created_at: 'c', expires_at: null }

describeSites((sites) => {
  test('a change that was let in before the lock, and comes to its transaction after it, is refused', async (t) => {
    const site = await sites.open(t)
    const sending = request(`${site.url}/api/v1/topics`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${site.admin}`,
        'content-type': 'application/json',
        'idempotency-key': 'late',
        // The server answers this when it has the head of the request, and then waits for the body.
        expect: '100-continue',
      },
    })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    sending.flushHeaders()
    await once(sending, 'continue')
    await site.app.storage.write((tx) => takeMaintenance(tx, 'a job'))
    sending.end(JSON.stringify({ id: 'tools', title: 'Tools', summary: 'All about tools.' }))
    const [response] = await answered
    assert.equal(response.statusCode, 503)
    assert.match(await text(response), /"code":"maintenance"/)
    await site.app.storage.write(releaseMaintenance)
    ;(await site.get('/api/v1/topics/tools', { token: site.admin })).refused('not_found')
  })

  test('a job locks every process at once, and the last step opens them', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash, entry_id } = await site.publish({ path: '/tools/hammer' })
    const other = await site.second(t)
    const path = `/api/v1/entries/${entry_id}`
    for (const server of [site, other]) assert.equal((await server.get(path)).status, 200)
    const job = await start(site, { kind: 'rebuild' })
    for (const server of [site, other]) {
      for (const read of READS) (await server.get(read)).refused('maintenance')
      const refused = await server.get(path)
      refused.refused('maintenance')
      assert.equal(refused.header('retry-after'), '10')
      ;(await server.get(`/objects/${content_hash}`)).refused('maintenance')
      ;(await server.get('/api/v1/me', { token: site.admin })).refused('maintenance')
      ;(await server.post('/api/v1/topics', {}, { token: site.admin })).refused('maintenance')
      assert.equal((await server.get('/readyz')).status, 503)
      assert.equal((await server.get('/healthz')).status, 200)
      assert.deepEqual((await server.get(STAGED, { token: site.admin })).json, { job })
      const origin = { origin: site.url }
      assert.equal(
        (await server.post('/api/v1/session', {}, { token: site.admin, headers: origin })).status,
        200,
      )
    }
    assert.equal((await site.get('/metrics')).status, 200)
    const third = await site.second(t)
    ;(await third.get(path)).refused('maintenance')
    await drive(third, job)
    for (const server of [site, other, third]) {
      assert.equal((await server.get(path)).status, 200)
      assert.equal((await server.get('/readyz')).status, 200)
    }
  })

  test('a work that began before the lock is done before it, and one that comes after is refused', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    const order: string[] = []
    const begun = Promise.withResolvers<void>()
    const work = (server: typeof site.app, name: string) =>
      server.storage.write(async (tx) => {
        begun.resolve()
        const isLocked = await isInMaintenance(tx)
        order.push(`${name} ${isLocked ? 'refused' : 'written'}`)
        if (!isLocked)
          await tx
            .insertInto('idempotency')
            .values({ ...OUTCOME, key_hash: name })
            .execute()
      })
    const before = work(other.app, 'before')
    await begun.promise
    await start(site, { kind: 'rebuild' })
    await before
    await work(other.app, 'after')
    assert.deepEqual(order, ['before written', 'after refused'])
  })

  test('the scheduler rests meanwhile', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({
      path: '/tools/weather',
      kind: 'observation',
      observed_at: '2026-03-01T00:00:00.000Z',
      refresh_after: '2026-03-02T10:00:00.000Z',
      applicability: 'here',
    })
    site.clock.advance({ hours: 1 })
    const job = await start(site, { kind: 'rebuild' })
    const tasks = async () => (await site.app.storage.read.selectFrom('tasks').selectAll().execute()).length
    await runRound(site.app)
    assert.equal(await tasks(), 0)
    await drive(site, job)
    await runRound(site.app)
    assert.equal(await tasks(), 1)
  })

  test('the operator at the machine can make a bearer for whoever lost the one that drives', async (t) => {
    const site = await sites.open(t)
    const job = await start(site, { kind: 'rebuild' })
    const { token, token_id } = await site.issue({ label: 'rescue' })
    const body = { label: 'no', preset: 'administrator' }
    ;(await site.post('/api/v1/admin/tokens', body, { token })).refused('maintenance')
    ;(await site.post(`/api/v1/admin/tokens/${token_id}/revoke`, { reason: 'no' }, { token })).refused(
      'maintenance',
    )
    ;(await tryStep({ ...site, admin: token }, job)).as('continueRecovery')
  })

  test('a site that is in use is rebuilt to what it was, and what was kept in memory is not believed', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const hammer = await site.publish({ path: '/tools/hammer' })
    const other = await site.second(t)
    const ask = async () => {
      const answers: string[] = []
      for (const server of [site, other])
        for (const path of [
          `/api/v1/entries/${hammer.entry_id}`,
          '/api/v1/index',
          '/api/v1/topics/tools',
          '/api/v1/search?q=hammer',
          `/objects/${hammer.content_hash}`,
        ])
          answers.push((await server.get(path)).text)
      return answers
    }
    const [before, projections] = [await ask(), await projectionsOf(site.app.storage.read)]
    const changes = await changesOf(site.app.storage.read)
    await site.app.storage.write(async (tx) => {
      await tx.updateTable('entries').set({ title: 'Spoiled', status: 'unlisted' }).execute()
      await tx.updateTable('topic_counts').set({ total: 7 }).execute()
      await tx.deleteFrom('aliases').execute()
      await tx.deleteFrom('changes').execute()
      await tx.deleteFrom('search_changes').execute()
    })
    assert.notDeepEqual(await ask(), before)
    for (let round = 0; round < 2; round += 1) {
      await drive(site, await start(site, { kind: 'rebuild' }))
      assert.deepEqual(await ask(), before)
      assert.deepEqual(await projectionsOf(site.app.storage.read), projections)
      assert.deepEqual(await changesOf(site.app.storage.read), changes)
    }
    const second = await site.publish({ path: '/tools/mallet', revises: hammer })
    const entry = (await other.get('/api/v1/resolve?path=/tools/hammer')).as('resolvePath')
    assert.equal(entry.content_hash, second.content_hash)
    const target = await sites.open(t)
    const backup = await backUp(site)
    assert.ok(backup.manifest.tables.length > 20)
    assert.equal((await target.get('/readyz')).status, 200)
  })
})
