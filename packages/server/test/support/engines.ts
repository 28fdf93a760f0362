import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Client } from 'pg'
import { openStorage } from '../../src/storage/open-storage.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { isEverythingRequired } from './everything.ts'
import { administer, databaseUrl, dropDatabase, EMPTY_TEMPLATE, makeTemplate } from './postgres-databases.ts'
import { findPostgres, startPostgres } from './postgres-server.ts'

/** A test's own context: what is made for it is removed after it. */
export interface Cleanup {
  after(work: () => Promise<void>): void
}

export interface TestEngine {
  readonly name: Storage['engine']
  /** Makes a database of the test's own that nothing is in, not even tables, and answers its URL. */
  bareUrl(t: Cleanup): Promise<string>
  /** The same with or without its tables, whichever takes less time. */
  freshUrl(t: Cleanup): Promise<string>
  /** The same with every table made and empty; the database may have served an earlier test of the process. */
  emptyUrl(t: Cleanup): Promise<string>
  /** Opens a storage on a database of the test's own. */
  open(t: Cleanup): Promise<Storage>
}

/**
 * Runs one body of tests on each engine. PostgreSQL is skipped in one line where it is missing, and fails
 * where everything is asked for; `COLOPHON_TEST_ENGINES=sqlite` asks for less.
 */
export function describeEngines(body: (engine: TestEngine) => void): void {
  describe('sqlite', () => body(sqlite))
  if (process.env.COLOPHON_TEST_ENGINES === 'sqlite') return
  if (givenServer !== null || programs !== null) {
    describe('postgres', () => body(postgres))
  } else {
    test('postgres', { skip: !isEverythingRequired() && MISSING }, () => {
      throw new Error(MISSING)
    })
  }
}

/** SQLite and PostgreSQL; SQLite twice where it alone is tested, which `describeEngines` tells. */
export function bothEngines(): [TestEngine, TestEngine] {
  const hasPostgres = givenServer !== null || programs !== null
  return [sqlite, process.env.COLOPHON_TEST_ENGINES === 'sqlite' || !hasPostgres ? sqlite : postgres]
}

const MISSING = 'PostgreSQL is not installed here: apt-get install postgresql'
const givenServer = process.env.COLOPHON_TEST_POSTGRES || null
/** Made once for all test files by whoever started the server. */
const givenTemplate = process.env.COLOPHON_TEST_POSTGRES_TEMPLATE || null
const programs = findPostgres()

export const sqlite: TestEngine = {
  name: 'sqlite',
  async bareUrl(t) {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-test-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    return `sqlite:${join(folder, 'colophon.db')}`
  },
  freshUrl: (t) => sqlite.bareUrl(t),
  async emptyUrl(t) {
    const url = await sqlite.freshUrl(t)
    await copyFile(await migratedFile(), fileOf(url))
    return url
  },
  open: (t) => openFresh(sqlite, t),
}

let migrated: Promise<string> | null = null

/** A file with every table made, to copy: ten times faster than making them. One for the process. */
function migratedFile(): Promise<string> {
  migrated ??= makeMigratedFile()
  return migrated
}

async function makeMigratedFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'colophon.db')
  const storage = await openStorage(`sqlite:${file}`)
  await storage.close()
  return file
}

/** Of a SQLite URL. */
export function fileOf(url: string): string {
  return url.slice('sqlite:'.length)
}

const postgres: TestEngine = {
  name: 'postgres',
  bareUrl: async (t) => makeDatabase((await startedCluster()).adminUrl, EMPTY_TEMPLATE, t),
  async freshUrl(t) {
    const { adminUrl, template } = await startedCluster()
    return makeDatabase(adminUrl, template, t)
  },
  // Emptying a database is ten times faster than making one.
  async emptyUrl(t) {
    const { adminUrl, template } = await startedCluster()
    const database = idle.pop() ?? (await makeReusable(adminUrl, template))
    t.after(async () => {
      await database.emptier.query(EMPTY_EVERY_TABLE)
      idle.push(database)
    })
    return database.url
  },
  open: (t) => openFresh(postgres, t),
}

async function makeDatabase(adminUrl: string, template: string, t: Cleanup): Promise<string> {
  const name = nextName()
  await administer(adminUrl, `create database ${name} template ${template}`)
  t.after(() => dropDatabase(adminUrl, name))
  return databaseUrl(adminUrl, name)
}

interface Reusable {
  readonly name: string
  readonly url: string
  /** Kept open: a new connection would read the catalogue of all tables anew, which takes longer than the emptying. */
  readonly emptier: Client
}

/** Databases that `emptyUrl` made, and those of them that no test uses now. */
const used: Reusable[] = []
const idle: Reusable[] = []

async function makeReusable(adminUrl: string, template: string): Promise<Reusable> {
  const name = nextName()
  await administer(adminUrl, `create database ${name} template ${template}`)
  const url = databaseUrl(adminUrl, name)
  const emptier = new Client({ connectionString: url })
  await emptier.connect()
  const made = { name, url, emptier }
  used.push(made)
  return made
}

/** The migrations make no rows, so that empty is how a new database is. References are not in the way. */
const EMPTY_EVERY_TABLE = `do $$ declare name text; begin
  perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  set local session_replication_role = replica;
  for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
  loop execute 'delete from ' || name; end loop;
end $$`

async function openFresh(engine: TestEngine, t: Cleanup): Promise<Storage> {
  const removals: (() => Promise<void>)[] = []
  const url = await engine.freshUrl({ after: (work) => void removals.push(work) })
  const storage = await openStorage(url)
  t.after(async () => {
    await storage.close()
    for (const remove of removals) await remove()
  })
  return storage
}

interface Cluster {
  adminUrl: string
  template: string
}

let cluster: Promise<Cluster> | null = null

// Registered here, at the root: inside the test that happens to start the cluster it would run at the end of that
// test. A server of our own goes as a whole; a given one outlives us.
after(async () => {
  await Promise.all(used.map(({ emptier }) => emptier.end()))
  if (givenServer === null || cluster === null) return
  const { adminUrl, template } = await cluster
  const names = used.map(({ name }) => name)
  for (const name of [...names, ...(template === givenTemplate ? [] : [template])])
    await dropDatabase(adminUrl, name)
})

function startedCluster(): Promise<Cluster> {
  cluster ??= startCluster()
  return cluster
}

async function startCluster(): Promise<Cluster> {
  const adminUrl = givenServer ?? (await startOwnServer())
  if (givenTemplate !== null) return { adminUrl, template: givenTemplate }
  const template = nextName()
  await makeTemplate(adminUrl, template)
  return { adminUrl, template }
}

async function startOwnServer(): Promise<string> {
  if (programs === null) throw new Error(MISSING)
  const server = await startPostgres(programs)
  return server.adminUrl
}

let names = 0

/** Several test processes may share one server. */
function nextName(): string {
  names += 1
  return `colophon_test_${process.pid}_${names}`
}
