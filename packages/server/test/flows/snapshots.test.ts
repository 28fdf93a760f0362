import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAINTENANCE } from '../../src/command/maintenance.ts'
import { sha256Hex } from '../../src/core/hash.ts'
import { removeLeftCopies, sweepCopies } from '../../src/features/snapshots/left-copies.ts'
import { TABLES_LEFT_OUT } from '../../src/storage/recovery/recovery-tables.ts'
import { openWithArticle, register } from '../support/readers.ts'
import { capture, type Row, readPage, readTable, readTables, SNAPSHOTS } from '../support/recovery.ts'
import { describeSites, type Site } from '../support/site.ts'

describeSites((sites) => {
  test('a snapshot holds what its manifest counts, each row once and in order', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let count = 0; count < 12; count += 1) await site.publish({ path: `/tools/tool-${count}` })
    const snapshot = await capture(site)
    assert.equal(snapshot.manifest.version, 2)
    const tables = await readTables(site, snapshot)
    for (const { name, rows } of snapshot.manifest.tables) assert.equal(tables.get(name)?.length, rows, name)
    const hashes = (tables.get('objects') ?? []).map((row) => String(row.sha256))
    assert.ok(hashes.length > 36)
    assert.deepEqual(hashes, [...new Set(hashes)].sort())
    const sizes = (tables.get('objects') ?? []).map((row) => Number(row.size))
    assert.deepEqual(snapshot.manifest.blobs, {
      count: hashes.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    })
  })

  test('pages stay what they were, for every process, while the site goes on', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/hammer' })
    const { snapshot_id } = await capture(site)
    const before = await readTable(site, snapshot_id, 'publications')
    const { content_hash: later } = await site.publish({ path: '/tools/saw' })
    const other = await site.second(t)
    assert.deepEqual(await readTable(other, snapshot_id, 'publications'), before)
    const blob = (hash: string) =>
      other.get(`${SNAPSHOTS}/${snapshot_id}/blobs/${hash}`, { token: site.admin })
    assert.equal(sha256Hex((await blob(content_hash)).bytes), content_hash)
    ;(await blob(later)).refused('not_found')
    ;(await blob('0'.repeat(64))).refused('not_found')
  })

  test('an offset begins at its row, and one past the end gives the empty page', async (t) => {
    const site = await sites.open(t)
    for (let count = 0; count < 50; count += 1) await site.issue()
    const { snapshot_id: id } = await capture(site)
    const first = await readPage(site, { id, table: 'tokens' })
    assert.equal(first.rows.length, 40)
    assert.equal(first.next_offset, 40)
    const middle = await readPage(site, { id, table: 'tokens', offset: 39 })
    assert.deepEqual(middle.rows[0], first.rows[39])
    const end = await readPage(site, { id, table: 'tokens', offset: 1_000_000 })
    assert.deepEqual(end, { table: 'tokens', offset: 1_000_000, rows: [], next_offset: null })
    const bad = await site.get(`${SNAPSHOTS}/${id}/tables/tokens?offset=-1`, { token: site.admin })
    bad.refused('invalid_request')
  })

  test('pages of large rows are clipped at 1 MiB', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const brief = '\u{1F528}'.repeat(8000)
    for (let count = 0; count < 45; count += 1) {
      const body = { topic_id: 'tools', title: `T ${count}`, brief }
      ;(await site.post('/api/v1/tasks', body, { token: site.admin })).as('openTask')
    }
    const { snapshot_id: id } = await capture(site)
    const page = await readPage(site, { id, table: 'tasks' })
    const bytes = Buffer.byteLength(JSON.stringify({ kind: 'rows', rows: page.rows, table: 'tasks' }))
    assert.ok(page.rows.length < 40 && bytes <= 1024 * 1024 && bytes > 1024 * 1024 - 40_000, String(bytes))
    assert.equal((await readTable(site, id, 'tasks')).length, 45)
  })

  test('a third is refused, a release frees the copies, and the released one stays in the list', async (t) => {
    const site = await sites.open(t)
    const first = await capture(site)
    site.clock.advance({ seconds: 1 })
    const second = await capture(site)
    ;(await site.post(SNAPSHOTS, {}, { token: site.admin })).refused('snapshot_limit')
    const release = `${SNAPSHOTS}/${first.snapshot_id}/release`
    const key = randomUUID()
    const released = (await site.post(release, {}, { token: site.admin, key })).as('releaseSnapshot')
    assert.equal(released.state, 'released')
    const again = (await site.post(release, {}, { token: site.admin, key })).as('releaseSnapshot')
    assert.deepEqual(again, released)
    ;(await site.post(release, {}, { token: site.admin })).refused('invalid_state')
    await assertGone(site, first.snapshot_id)
    const place = `${SNAPSHOTS}/${first.snapshot_id}`
    ;(await site.get(`${place}/tables/topics`, { token: site.admin })).refused('invalid_state')
    assert.deepEqual((await site.get(place, { token: site.admin })).as('getSnapshot'), released)
    const third = await capture(site)
    const list = (await site.get(SNAPSHOTS, { token: site.admin })).as('listSnapshots')
    assert.deepEqual(
      new Set(list.items.map((item) => `${item.snapshot_id} ${item.state}`)),
      new Set([
        `${first.snapshot_id} released`,
        `${second.snapshot_id} captured`,
        `${third.snapshot_id} captured`,
      ]),
    )
  })

  test('of captures at once two succeed, and the others leave no copy', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    const answers = await Promise.all(
      [site, other, site, other].map((server) => server.post(SNAPSHOTS, {}, { token: site.admin })),
    )
    const captured = answers
      .filter(({ status }) => status === 201)
      .map((answer) => answer.as('createSnapshot'))
    assert.equal(captured.length, 2)
    for (const answer of answers) if (answer.status !== 201) answer.refused('snapshot_limit')
    const rows = await site.app.storage.read.selectFrom('snapshots').selectAll().execute()
    assert.deepEqual(rows.map((row) => row.snapshot_id).sort(), captured.map((one) => one.snapshot_id).sort())
  })

  test('a repeated key captures once, and what a killed server left is cleared by the next capture', async (t) => {
    const site = await sites.open(t)
    const left = randomUUID()
    const row = {
      snapshot_id: left,
      created_at: site.clock.now(),
      state: 'making' as const,
      manifest: null,
      has_copy: 1,
    }
    await site.app.storage.write(async (tx) => void (await tx.insertInto('snapshots').values(row).execute()))
    await site.app.storage.frozen.freeze(left)
    ;(await site.get(`${SNAPSHOTS}/${left}`, { token: site.admin })).refused('not_found')
    site.clock.advance({ minutes: 1 })
    await makeOld(site, left)
    const key = randomUUID()
    const [one, two] = [
      (await site.post(SNAPSHOTS, {}, { token: site.admin, key })).as('createSnapshot'),
      (await site.post(SNAPSHOTS, {}, { token: site.admin, key })).as('createSnapshot'),
    ]
    assert.deepEqual(one, two)
    await assertGone(site, left)
    const rows = await site.app.storage.read.selectFrom('snapshots').select('snapshot_id').execute()
    assert.deepEqual(rows, [{ snapshot_id: one.snapshot_id }])
  })

  test('what a killed capture left is removed by the scheduler, and capacity counts it until then', async (t) => {
    const site = await sites.open(t)
    const { storage } = site.app
    const [killed, going] = [randomUUID(), randomUUID()]
    const rowOf = (snapshot_id: string) => ({
      snapshot_id,
      created_at: site.clock.now(),
      state: 'making' as const,
      manifest: null,
      has_copy: 1,
    })
    const databaseBytes = async () =>
      (await site.get('/api/v1/admin/capacity', { token: site.admin })).as('getCapacity').database_bytes
    const before = await databaseBytes()
    for (const id of [killed, going]) {
      await storage.write(async (tx) => void (await tx.insertInto('snapshots').values(rowOf(id)).execute()))
      await storage.frozen.freeze(id)
    }
    // PostgreSQL counts whole pages, which may have had room.
    if (site.engine === 'sqlite') assert.ok((await databaseBytes()) > before)
    const listed = async () =>
      (await storage.read.selectFrom('snapshots').select('snapshot_id').execute()).map(
        (row) => row.snapshot_id,
      )
    await removeLeftCopies(site.app)
    assert.equal((await listed()).length, 2, 'a capture may have begun a moment ago')
    site.clock.advance({ minutes: 1 })
    await makeOld(site, killed)
    await removeLeftCopies(site.app)
    assert.ok(!(await listed()).includes(killed))
    await assertGone(site, killed)
    await storage.write(async (tx) => void (await tx.deleteFrom('snapshots').execute()))
    await sweepCopies(site.app)
    await assertGone(site, going)
  })

  test('no page has a bearer, a session, a key or a network in it', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    await site.post(`/api/v1/objects/${hash}/signals`, { value: 'up' }, { token: reader.token })
    const issued = await site.post(
      '/api/v1/admin/tokens',
      { label: 'ada', preset: 'curator' },
      { token: site.admin },
    )
    const bearers = [site.admin, reader.token, issued.as('issueToken').token ?? '']
    const session = await site.post(
      '/api/v1/session',
      {},
      { token: site.admin, headers: { origin: site.url } },
    )
    const cookie = /=([^;]+)/.exec(session.header('set-cookie') ?? '')?.[1] ?? ''
    assert.ok(cookie.length > 20)
    const csrf = session.as('createSession').csrf_token
    const counted = await site.app.storage.read.selectFrom('registration_counts').selectAll().execute()
    const networks = counted.filter(({ subject }) => subject !== 'site').map(({ subject }) => subject)
    assert.ok(networks.length > 0)
    const tables = await readTables(site, await capture(site))
    assert.equal(tables.get('registration_counts')?.length, counted.length - networks.length)
    const text = JSON.stringify([...tables])
    const key: { d: string } = JSON.parse(site.settings.signingKey ?? '')
    const signatures = bearers.map((bearer) => bearer.split('.')[2] ?? '')
    for (const secret of [...bearers, ...signatures, cookie, csrf, key.d, ...networks, '127.0.0.1'])
      assert.ok(secret.length > 8 && !text.includes(secret), secret)
    for (const [name] of TABLES_LEFT_OUT) assert.ok(!tables.has(name), name)
  })

  test('tables off the list are not there', async (t) => {
    const site = await sites.open(t)
    const { snapshot_id } = await capture(site)
    const ask = (table: string) =>
      site.get(`${SNAPSHOTS}/${snapshot_id}/tables/${table}`, { token: site.admin })
    for (const [name] of TABLES_LEFT_OUT) (await ask(name)).refused('not_found')
    ;(await ask('kysely_migration')).refused('not_found')
    for (const name of ['Topics', 'topics%3B', 'sqlite_schema%20', '%22topics%22', '..%2Ftopics'])
      (await ask(name)).refused('invalid_request')
  })

  test('nobody but an unrestricted administrator is let in', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { snapshot_id } = await capture(site)
    const callers = [
      await site.token({ preset: 'curator' }),
      await site.token({ preset: 'administrator', topic_grants: ['tools'] }),
      (await register(site)).token,
    ]
    const paths = [
      '',
      `/${snapshot_id}`,
      `/${snapshot_id}/tables/tokens`,
      `/${snapshot_id}/blobs/${'0'.repeat(64)}`,
    ]
    for (const token of callers) {
      for (const path of paths) assert.equal((await site.get(SNAPSHOTS + path, { token })).status, 403)
      for (const path of ['', `/${snapshot_id}/release`])
        assert.equal((await site.post(SNAPSHOTS + path, {}, { token })).status, 403)
    }
    for (const path of paths) assert.equal((await site.get(SNAPSHOTS + path)).status, 401)
  })

  test('during maintenance snapshots can be read and released, not captured', async (t) => {
    const site = await sites.open(t)
    const { snapshot_id } = await capture(site)
    await site.app.storage.write(
      async (tx) =>
        void (await tx.insertInto('site').values({ name: MAINTENANCE, value: 'a test' }).execute()),
    )
    ;(await site.get('/api/v1/admin/audit', { token: site.admin })).refused('maintenance')
    ;(await site.post(SNAPSHOTS, {}, { token: site.admin })).refused('maintenance')
    ;(await site.get(SNAPSHOTS, { token: site.admin })).as('listSnapshots')
    assert.ok((await readTable(site, snapshot_id, 'tokens')).length > 0)
    const release = await site.post(`${SNAPSHOTS}/${snapshot_id}/release`, {}, { token: site.admin })
    release.as('releaseSnapshot')
  })

  test('under write load every capture is a state between two commits', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'kitchen'] })
    const other = await site.second(t)
    const writing = { stopped: false, published: 0 }
    const writers = ['tools', 'kitchen', 'tools'].map(async (topic, number) => {
      const server = number === 1 ? other : site
      let head = await server.publish({ path: `/${topic}/thing-${number}`, token: site.admin })
      for (let round = 0; !writing.stopped; round += 1) {
        head = await server.publish({
          path: `/${topic}/thing-${number}`,
          body: `# ${round}\n`,
          revises: head,
          token: site.admin,
        })
        writing.published += 1
      }
    })
    try {
      for (let round = 0; round < 2; round += 1) {
        const before = writing.published
        const snapshot = await capture(site)
        const tables = await readTables(site, snapshot)
        for (const { name, rows } of snapshot.manifest.tables) assert.equal(tables.get(name)?.length, rows)
        assertWhole(tables)
        await site.post(`${SNAPSHOTS}/${snapshot.snapshot_id}/release`, {}, { token: site.admin })
        // A quick capture may end between two publications; the writers are not stopped for good.
        await eventually(() => writing.published > before, 'writers go on')
      }
    } finally {
      writing.stopped = true
      await Promise.all(writers)
    }
  })
})

async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let waited = 0; waited < 10_000 && !holds(); waited += 10) await sleep(10)
  assert.ok(holds(), what)
}

/** A command writes all its rows in one commit: none may be there without the others. */
function assertWhole(tables: ReadonlyMap<string, readonly Row[]>): void {
  const rows = (name: string) => tables.get(name) ?? []
  const column = (name: string, field: string) => rows(name).map((row) => row[field])
  const objects = new Set(column('objects', 'sha256'))
  for (const [name, field] of [
    ['publications', 'publication_hash'],
    ['publications', 'content_hash'],
    ['candidates', 'candidate_hash'],
    ['proposals', 'proposal_hash'],
    ['topics', 'policy_hash'],
  ] as const)
    for (const hash of column(name, field)) assert.ok(objects.has(String(hash)), `${name}.${field} ${hash}`)
  for (const row of rows('proposals'))
    if (row.state === 'accepted')
      assert.ok(column('candidates', 'candidate_hash').includes(row.candidate_hash ?? null))
  assertChains(rows('publications'))
  const outcomes = column('audit', 'action').filter((action) => action === 'publishCandidate').length
  assert.equal(outcomes, rows('publications').length, 'an audit record for each publication')
}

/** Each publication follows the one before of its entry: one line, without a gap. */
function assertChains(publications: readonly Row[]): void {
  for (const entry of new Set(publications.map((row) => row.entry_id))) {
    const line = publications.filter((row) => row.entry_id === entry)
    const heads = new Set(line.map((row) => row.content_hash))
    const starts = line.filter((row) => row.previous_head === null)
    assert.equal(starts.length, 1)
    for (const row of line) assert.ok(row.previous_head === null || heads.has(row.previous_head ?? null))
    assert.equal(new Set(line.map((row) => row.previous_head)).size, line.length, 'no two follow the same')
  }
}

/** As a copy is to which nobody has written for some time, with the journal that SQLite left beside it. */
async function makeOld({ app: { storage, settings } }: Site, id: string): Promise<void> {
  if (storage.engine === 'postgres') return
  const file = `${settings.databaseUrl.slice('sqlite:'.length)}.snapshot-${id}`
  await utimes(file, 0, 0)
  await writeFile(`${file}-wal`, '')
}

async function assertGone(site: Site, id: string): Promise<void> {
  const { storage, settings } = site.app
  const left = await storage.read
    .selectFrom('snapshot_rows')
    .select('row')
    .where('snapshot_id', '=', id)
    .execute()
  assert.equal(left.length, 0)
  if (storage.engine === 'postgres') return
  const file = `${settings.databaseUrl.slice('sqlite:'.length)}.snapshot-${id}`
  for (const suffix of ['', '-wal']) await assert.rejects(stat(file + suffix), /ENOENT/)
}
