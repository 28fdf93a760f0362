import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Backup, backUp, drive, preload, restore, start, withRows } from '../support/backup.ts'
import { openWithArticle, register, report, WIDE_LIMITS } from '../support/readers.ts'
import type { Row } from '../support/recovery.ts'
import { describeSites, type Site } from '../support/site.ts'

const changed = (is: (row: Row) => boolean, to: Row) => (rows: Row[]) =>
  rows.map((row) => (is(row) ? { ...row, ...to } : row))

async function tokenRow(site: Site, id: string) {
  return site.app.storage.read
    .selectFrom('tokens')
    .selectAll()
    .where('token_id', '=', id)
    .executeTakeFirstOrThrow()
}

describeSites((sites) => {
  test('topics come back invited, which their history says, and open again', async (t) => {
    const { site, article } = await openWithArticle(sites, t)
    await site.topic('cellar', 'invited')
    const target = await sites.open(t, { topics: ['mine'] })
    await restore(target, await backUp(site))
    assert.equal((await target.get(`/api/v1/entries/${article.entry_id}`)).status, 404)
    const page = (await target.get('/api/v1/topics', { token: target.admin })).as('listTopics')
    assert.deepEqual(
      page.items.map(({ id, visibility }) => [id, visibility]),
      [
        ['cellar', 'invited'],
        ['mine', 'invited'],
        ['tools', 'invited'],
      ],
    )
    for (const [id, count] of [
      ['tools', 2],
      ['mine', 2],
      ['cellar', 0],
    ] as const) {
      const path = `/api/v1/topics/${id}/visibility`
      const { items } = (await target.get(path, { token: target.admin })).as('listVisibilityChanges')
      assert.equal(items.length, count)
      if (items[0] !== undefined) assert.deepEqual([items[0].from, items[0].to], ['public', 'invited'])
    }
    const open = { expected_visibility: 'invited', visibility: 'public', reason: 'looked at' }
    await target.post('/api/v1/topics/tools/visibility', open, { token: target.admin })
    assert.equal((await target.get(`/api/v1/entries/${article.entry_id}`)).status, 200)
    const searched = (await target.get('/api/v1/search?q=hammer')).as('search')
    assert.equal(searched.items.length, 1)
    await target.publish({ path: '/tools/hammer', revises: article })
  })

  test('a topic with the same id becomes the restored one, with the restored history', async (t) => {
    const { site } = await openWithArticle(sites, t)
    const target = await sites.open(t)
    const own = { id: 'tools', title: 'Mine', summary: 'Another.' }
    ;(await target.post('/api/v1/topics', own, { token: target.admin })).as('createTopic')
    for (const [from, to] of [
      ['invited', 'public'],
      ['public', 'invited'],
      ['invited', 'public'],
    ]) {
      const change = { expected_visibility: from, visibility: to, reason: 'mine' }
      await target.post('/api/v1/topics/tools/visibility', change, { token: target.admin })
    }
    await restore(target, await backUp(site))
    const topic = (await target.get('/api/v1/topics/tools', { token: target.admin })).as('getTopic')
    assert.equal(topic.title, 'Topic tools')
    const history = await target.get('/api/v1/topics/tools/visibility', { token: target.admin })
    const reasons = history.as('listVisibilityChanges').items.map(({ reason }) => reason)
    assert.equal(reasons.length, 2)
    assert.ok(!reasons.includes('mine'))
  })

  test('what is revoked on either side stays revoked', async (t) => {
    const site = await sites.open(t)
    const [gone, here] = [await site.issue({ label: 'gone' }), await site.issue({ label: 'here' })]
    const early = await backUp(site)
    const revoke = (on: Site, id: string) =>
      on.post(`/api/v1/admin/tokens/${id}/revoke`, { reason: 'left' }, { token: on.admin })
    await revoke(site, gone.token_id)
    const late = await backUp(site)
    const revived = await sites.open(t)
    await restore(revived, late)
    await restore(revived, early)
    const row = await tokenRow(revived, gone.token_id)
    assert.equal(row.revoked_at, site.clock.now())
    assert.equal(row.revoke_reason, 'left')
    await revoke(revived, here.token_id)
    await restore(revived, late)
    assert.ok((await tokenRow(revived, here.token_id)).revoked_at !== null)
    const other = await sites.open(t)
    await restore(other, early)
    assert.equal((await tokenRow(other, gone.token_id)).revoked_at, null)
    await restore(other, late)
    assert.equal((await tokenRow(other, gone.token_id)).revoke_reason, 'left')
  })

  test('of what was used of a quota the higher count stays', async (t) => {
    const site = await sites.open(t)
    const reader = await register(site)
    const backup = await backUp(site)
    const used = (count: number, total: number): Backup => {
      const day = {
        identity_id: reader.identity_id,
        day: '2026-03-02',
        commands: count,
        signals: count,
        feedback: 1,
      }
      const days = withRows(backup, 'allowance_days', () => [day])
      return withRows(
        days,
        'registration_counts',
        changed(() => true, { registrations: total }),
      )
    }
    const target = await sites.open(t)
    for (const [count, total] of [
      [5, 7],
      [3, 2],
      [4, 9],
    ] as const)
      await restore(target, used(count, total))
    const { read } = target.app.storage
    const days = await read.selectFrom('allowance_days').selectAll().execute()
    assert.deepEqual(
      days.map(({ commands, signals, feedback }) => [commands, signals, feedback]),
      [[5, 5, 1]],
    )
    const counts = await read.selectFrom('registration_counts').selectAll().execute()
    assert.deepEqual([...new Set(counts.map(({ registrations }) => registrations))], [9])
  })

  test('sessions end, and whoever drives stays who it was', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools'] })
    const target = await sites.open(t)
    const before = (await target.get('/api/v1/me', { token: target.admin })).as('getMe')
    const origin = { origin: target.url }
    const session = await target.post('/api/v1/session', {}, { token: target.admin, headers: origin })
    const cookie = (session.header('set-cookie') ?? '').split(';')[0] ?? ''
    const signedIn = () => target.get('/api/v1/session', { headers: { cookie } })
    const backup = await backUp(site)
    const job = await start(target, { kind: 'restore', manifest: backup.manifest })
    assert.equal((await signedIn()).status, 200, 'a browser may drive the restore')
    await preload(target, backup)
    await drive(target, job)
    ;(await signedIn()).refused('unauthenticated')
    assert.deepEqual((await target.get('/api/v1/me', { token: target.admin })).as('getMe'), before)
    const tokens = await target.get('/api/v1/admin/tokens?limit=100', { token: target.admin })
    assert.ok(tokens.as('listTokens').items.some(({ identity_id }) => identity_id === before.identity_id))
    assert.ok(tokens.as('listTokens').items.length >= 2)
  })

  test('what a row of a backup says of authority holds, as it would in the database file', async (t) => {
    const site = await sites.open(t)
    const author = await site.issue({ preset: 'contributor', label: 'author' })
    const scopes = '["read","propose","publish_direct","review","curate","admin"]'
    const raised = withRows(
      await backUp(site),
      'tokens',
      changed((row) => row.token_id === author.token_id, { scopes, preset: 'administrator' }),
    )
    const target = await sites.open(t, { baseUrl: site.url })
    await restore(target, raised)
    const me = (await target.get('/api/v1/me', { token: author.token })).as('getMe')
    assert.equal(me.access.can_administer, true)
  })

  test('readers go on where they were: reports are corrected, and counted once', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    const receipt = await report(site, hash, { value: 'up' }, { token: reader.token })
    const target = await sites.open(t, { baseUrl: site.url, limits: WIDE_LIMITS })
    await restore(target, await backUp(site))
    const open = { expected_visibility: 'invited', visibility: 'public', reason: 'looked at' }
    await target.post('/api/v1/topics/tools/visibility', open, { token: target.admin })
    const again = await report(target, hash, { value: 'up' }, { token: reader.token })
    assert.deepEqual(again, receipt)
    const change = { expected_event_id: receipt.last_event_id, value: 'down' }
    const path = `/api/v1/signals/reports/${receipt.report_id}`
    ;(await target.post(path, change, { token: reader.token })).as('correctSignal')
    const { revision } = (await target.get(`/api/v1/objects/${hash}/signals`)).as('getSignals')
    assert.deepEqual(revision.windows['24h'], { up: 0, down: 1, participants: 1 })
  })

  test('a key that was used before the backup is used, also where its hash was stored whole', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    const send = (to: Site) =>
      to.post(`/api/v1/objects/${hash}/signals`, { value: 'up' }, { token: reader.token, key: 'once' })
    const receipt = (await send(site)).as('reportSignal')
    const backup = await backUp(site)
    const whole = withRows(backup, 'idempotency', (rows) =>
      rows.map((row) => ({ ...row, key_hash: `${row.key_hash}${'0'.repeat(32)}` })),
    )
    for (const one of [backup, whole]) {
      const target = await sites.open(t, { baseUrl: site.url, limits: WIDE_LIMITS })
      await restore(target, one)
      const open = { expected_visibility: 'invited', visibility: 'public', reason: 'looked at' }
      await target.post('/api/v1/topics/tools/visibility', open, { token: target.admin })
      const again = await send(target)
      assert.equal(again.header('idempotency-replayed'), 'true')
      assert.deepEqual(again.as('reportSignal'), receipt)
    }
  })
})
