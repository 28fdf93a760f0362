import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Kysely, type Migration, PostgresDialect, sql } from 'kysely'
import { MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import { createPostgresPool } from '../../src/storage/postgres/pool.ts'
import { openLoneHandle } from '../../src/storage/sqlite/dialect.ts'
import type { Db, Storage } from '../../src/storage/storage.ts'
import { drive, start } from '../support/backup.ts'
import { type Cleanup, describeEngines, fileOf, type TestEngine } from '../support/engines.ts'
import { pathsOf } from '../support/lived-answers.ts'
import { projectionsOf } from '../support/projections.ts'
import { type FormerRow, formerRows, formerSite, makeFormer } from '../support/schema-14.ts'
import { openSiteAt } from '../support/site.ts'
import { tableCatalog } from '../support/table-catalog.ts'

async function open(t: Cleanup, url: string): Promise<Storage> {
  const storage = await openStorage(url)
  t.after(() => storage.close())
  return storage
}

/** Every row as text, in the order of the text. */
async function allRows({ read }: Storage, tables: Iterable<string>): Promise<string[]> {
  const lines: string[] = []
  for (const table of tables) {
    const { rows } = await sql<FormerRow>`select * from ${sql.table(table)}`.execute(read)
    lines.push(...rows.map((row) => lineOf(table, row)))
  }
  return lines.sort()
}

function lineOf(table: string, row: FormerRow): string {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ])
  return JSON.stringify([table, ...values])
}

async function appliedIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** As a later version would. */
async function migrateWith(engine: TestEngine, url: string, migrations: Record<string, Migration>) {
  if (engine.name === 'sqlite') {
    const database = new DatabaseSync(fileOf(url))
    await migrate(openLoneHandle(database), migrations).finally(() => database.close())
  } else {
    const { forKysely: pool } = createPostgresPool({ url, max: 1 }, null)
    await migrate(new Kysely({ dialect: new PostgresDialect({ pool }) }), migrations).finally(() =>
      pool.end(),
    )
  }
}

const NEXT: Record<string, Migration> = {
  ...MIGRATIONS,
  '0999-next': {
    up: async (db) => void (await sql`alter table site add column more text`.execute(db)),
  },
}

/** The columns that later migrations gave to tables of schema version 14, as rows of that time have them. */
const MADE_LATER: Readonly<Record<string, FormerRow>> = {
  blobs: { packed: 0 },
  suggestions: { triaged_at: null },
  topics: { profile: null },
  visibility_changes: { from_profile: null, to_profile: null },
}

const RUNNING = `insert into recovery_jobs (job_id, kind, state, phase, "offset", done, total, carried, started_at)
  values ('job', 'rebuild', 'running', 'build_projections', 0, 0, 1, '{}', '2026-01-01T00:00:00.000Z')`

describeEngines((engine) => {
  test('the tables of a new database are those of schema version 14', async (t) => {
    const fresh = await tableCatalog(await open(t, await engine.bareUrl(t)))
    const former = await tableCatalog(await open(t, await makeFormer(engine, t)))
    assert.ok(fresh.length > 300)
    assert.deepEqual(
      former.filter((line) => !fresh.includes(line)),
      [],
    )
    assert.deepEqual(
      fresh.filter((line) => !former.includes(line)),
      [],
    )
  })

  test('a database of schema version 14 keeps every row', async (t) => {
    const storage = await open(t, await makeFormer(engine, t))
    const rows = formerRows().filter(([table]) => table !== 'kysely_migration')
    const tables = new Set(rows.map(([table]) => table))
    const all = (await storage.counts()).rows
    assert.deepEqual(
      Object.keys(all).filter((table) => !tables.has(table)),
      // What later migrations made.
      ['authorizations', 'search_documents', 'search_progress', 'staged_blobs'],
    )
    const kept = rows.map(([table, row]) => lineOf(table, { ...row, ...MADE_LATER[table] }))
    assert.deepEqual(await allRows(storage, tables), kept.sort())
    assert.deepEqual(await appliedIn(storage.read), Object.keys(MIGRATIONS))
  })

  test('a site of schema version 14 goes on: everything can be read, and made again from its records', async (t) => {
    const { now, signing_key, tokens } = formerSite()
    const url = await makeFormer(engine, t)
    const site = await openSiteAt(
      t,
      { engine, url },
      { baseUrl: 'http://press.example', blobs: 'database', signingKey: JSON.stringify(signing_key) },
    )
    site.clock.set(now)
    const paths = await pathsOf(site)
    assert.ok(paths.length > 250, `${paths.length} paths`)
    const refused: string[] = []
    for (const path of paths) {
      const answer = await site.get(path, { token: tokens.stranger ?? null })
      if (answer.status !== 200) refused.push(`${answer.status} ${path.replace(/[0-9a-f]{64}/, 'HASH')}`)
    }
    // Of the candidate that was never published.
    assert.deepEqual(refused, ['404 /api/v1/objects/HASH/signals', '404 /api/v1/objects/HASH/retirement'])
    for (const [name, token] of Object.entries(tokens))
      assert.equal((await site.get('/api/v1/me', { token })).status, name === 'revoked' ? 401 : 200, name)
    const before = await projectionsOf(site.app.storage.read)
    await drive(site, await start(site, { kind: 'rebuild' }))
    assert.deepEqual(await projectionsOf(site.app.storage.read), before)
    await site.publish({ path: '/tools/chisel' })
  })

  test('a takeover that was interrupted goes on', async (t) => {
    const half = `delete from kysely_migration where name < '0009'`
    const storage = await open(t, await makeFormer(engine, t, [half]))
    assert.deepEqual(await appliedIn(storage.read), Object.keys(MIGRATIONS))
  })

  test('an older database is refused in one line that says what to start first', async (t) => {
    const url = await makeFormer(engine, t, [`delete from kysely_migration where name >= '0010'`])
    const line =
      /^Error: [^\n]*schema version 9, [^\n]*: start a Colophon of schema version 14 once, then this one$/
    await assert.rejects(openStorage(url), line)
    await assert.rejects(openStorage(url), line)
  })

  test('a later migration runs on what was taken over and on what is new', async (t) => {
    for (const url of [await makeFormer(engine, t), await engine.freshUrl(t)]) {
      await migrateWith(engine, url, NEXT)
      await assert.rejects(
        openStorage(url),
        new RegExp(
          `newer Colophon \\(it has 0999-next; this one ends at ${Object.keys(MIGRATIONS).at(-1)}\\)`,
        ),
      )
    }
  })

  test('a running recovery is taken over, but tables do not change under it', async (t) => {
    const url = await makeFormer(engine, t, [RUNNING])
    const [name, first] = Object.entries(MIGRATIONS)[0] ?? []
    assert.ok(name && first)
    await migrateWith(engine, url, { [name]: first })
    for (const migrations of [MIGRATIONS, NEXT])
      await assert.rejects(migrateWith(engine, url, migrations), /A recovery is running/)
  })
})
