import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isInMaintenance } from '../../src/command/maintenance.ts'
import { operatorCall } from '../../src/commands/operator-call.ts'
import { createApp, type OpenedApp } from '../../src/create-app.ts'
import type { Settings } from '../../src/runtime/settings.ts'
import { type Backup, backUp, type Job } from '../support/backup.ts'
import { type Cleanup, describeEngines } from '../support/engines.ts'
import { makeFolder } from '../support/folder.ts'
import { liveASite } from '../support/lived.ts'
import { administer } from '../support/postgres-databases.ts'
import { projectionsOf, searchedEntries } from '../support/projections.ts'
import { anySites } from '../support/site.ts'

interface Source {
  readonly settings: Settings
  readonly backup: Backup
  readonly derived: object
}

let made: Promise<Source> | null = null

/** A site in which everything has happened, as its backup; made once for both engines. */
function source(): Promise<Source> {
  made ??= makeSource()
  return made
}

async function makeSource(): Promise<Source> {
  const removals: (() => Promise<void>)[] = []
  const { site } = await liveASite({ after: (work) => void removals.push(work) }, anySites)
  const { settings, app } = site
  const found = { settings, backup: await backUp(site), derived: await derivedIn(app.storage.read) }
  for (const remove of removals.reverse()) await remove()
  return found
}

async function derivedIn(db: Parameters<typeof projectionsOf>[0]): Promise<object> {
  return { projections: await projectionsOf(db), searched: await searchedEntries(db) }
}

/**
 * What the next process finds after `kill -9`: of SQLite the file and its log as they are at this moment, copied
 * before anything is closed; of PostgreSQL the database after every connection of the process has broken.
 */
async function leftBy(t: Cleanup, url: string): Promise<string> {
  if (!url.startsWith('sqlite:')) {
    await administer(url, BREAK_CONNECTIONS)
    return url
  }
  const [file, copy] = [url.slice('sqlite:'.length), join(await makeFolder(t), 'colophon.db')]
  for (const ending of ['', '-wal']) await copyFile(`${file}${ending}`, `${copy}${ending}`)
  return `sqlite:${copy}`
}

const BREAK_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** One press after the other on what the one before has left. */
function openSuccession(t: Cleanup, settings: Settings) {
  let opened: OpenedApp | null = null
  let url = settings.databaseUrl
  t.after(async () => opened?.close())
  const start = async () => {
    opened = await createApp({ ...settings, databaseUrl: url })
    return opened.app
  }
  return {
    start,
    async killAndStart() {
      const killed = opened
      url = await leftBy(t, url)
      await killed?.close()
      return start()
    },
  }
}

describeEngines((engine) => {
  test('a restore and a rebuild that are killed after every single step go on, and end with the same site', async (t) => {
    const { settings, backup, derived } = await source()
    const servers = openSuccession(t, { ...settings, databaseUrl: await engine.freshUrl(t) })
    let app = await servers.start()
    for (const [sha256, text] of backup.pages) await app.blobs.put(sha256, Buffer.from(text))
    for (const [sha256, bytes] of backup.blobs) await app.blobs.put(sha256, bytes)
    for (const body of [{ kind: 'restore', manifest: backup.manifest }, { kind: 'rebuild' }] as const) {
      const phases = new Set<string>()
      let job: Job = await operatorCall(app)('startRecovery', { body })
      for (; job.state === 'running'; phases.add(job.phase)) {
        app = await servers.killAndStart()
        const call = operatorCall(app)
        assert.deepEqual((await call('getRecovery')).job, job)
        assert.equal(await isInMaintenance(app.storage.read), true)
        job = await call('continueRecovery', {
          params: { id: job.job_id },
          body: { expected_phase: job.phase, expected_cursor: job.cursor, expected_offset: job.offset },
        })
      }
      assert.equal(phases.size, body.kind === 'restore' ? 4 : 2)
      app = await servers.killAndStart()
      assert.deepEqual(await derivedIn(app.storage.read), derived)
      assert.equal(await isInMaintenance(app.storage.read), false)
    }
  })
})
