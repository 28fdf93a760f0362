import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureTopic, type FileResult, importFiles, plainTopic } from '@colophon/cli/import'
import type { CallOperation } from '@colophon/client'
import { operatorCall } from '../../src/commands/operator-call.ts'
import { readSettings } from '../../src/config.ts'
import { createApp } from '../../src/create-app.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import { check } from '../support/backup-folder.ts'
import { type RunningCommand, startCommand } from '../support/command.ts'
import { describeEngines } from '../support/engines.ts'
import { makeFolder } from '../support/folder.ts'
import { projectionsOf, searchedEntries } from '../support/projections.ts'
import { type ServedSite, servedSite } from '../support/served-site.ts'
import { testSigningKey } from '../support/site.ts'

const ARTICLES = 90
const KILLS = 2
/** A kill comes so long, in milliseconds, after a command was started: before it has begun to work, or meanwhile. */
const [EARLIEST_KILL, LATEST_KILL] = [150, 900]
const untilKill = () => sleep(randomInt(EARLIEST_KILL, LATEST_KILL))

/** A command, the server that it works on, and the process of that. */
interface Working {
  readonly t: TestContext
  readonly press: ServedSite
  readonly token: string
  readonly args: readonly string[]
  server: RunningCommand
}

/** Kills the command again and again, then the server under it, and lets it end. */
async function endAllTheSame(working: Working): Promise<void> {
  const { t, press, token, args } = working
  const begin = () => startCommand(t, args, { COLOPHON_URL: press.url, COLOPHON_TOKEN: token })
  for (let kill = 0; kill < KILLS; kill += 1) {
    const command = begin()
    await Promise.race([untilKill(), command.ended])
    command.kill('SIGKILL')
    await command.ended
  }
  const command = begin()
  await untilKill()
  working.server.kill('SIGKILL')
  await working.server.ended
  working.server = await press.start('/healthz')
  // Before its first answer it takes no answer for a wrong address.
  const { code, stderr } = await command.ended
  assert.ok(code === 0 || /no answer from/.test(stderr), stderr)
  const last = await begin().ended
  assert.equal(last.code, 0, last.stderr)
}

async function derivedIn(databaseUrl: string) {
  const storage = await openStorage(databaseUrl)
  try {
    return { projections: await projectionsOf(storage.read), searched: await searchedEntries(storage.read) }
  } finally {
    await storage.close()
  }
}

/** Works on the database of a server that is not started yet; answers an administrator's bearer. */
async function prepare(
  press: ServedSite,
  databaseUrl: string,
  work: (call: CallOperation) => Promise<void> = async () => {},
): Promise<string> {
  const settings = { ...readSettings({ COLOPHON_DATABASE_URL: databaseUrl }), baseUrl: press.url }
  const { app, close } = await createApp({ ...settings, signingKey: await testSigningKey() })
  try {
    const call = operatorCall(app)
    await work(call)
    const { token } = await call('issueToken', { body: { preset: 'administrator', label: 'test' } })
    return token ?? ''
  } finally {
    await close()
  }
}

async function publishArticles(call: CallOperation): Promise<void> {
  await ensureTopic(call, plainTopic('tools'))
  const files = Array.from({ length: ARTICLES }, (_, place) => ({
    name: `a${place}.md`,
    read: async () => Buffer.from(`# Article ${place}\n\nSome words.\n`),
  }))
  const onResult = ({ outcome }: FileResult) => assert.equal(outcome, 'created')
  await importFiles({ topic: 'tools', files, call, onResult })
}

describeEngines((engine) => {
  test('backups and restores that are killed, and whose press is killed, end with the same site', async (t) => {
    const folder = await makeFolder(t)
    const [from, to] = [await engine.emptyUrl(t), await engine.freshUrl(t)]
    const source = await servedSite(t, { COLOPHON_DATABASE_URL: from })
    const making = {
      t,
      press: source,
      token: await prepare(source, from, publishArticles),
      server: await source.start(),
      args: ['backup', 'create', folder],
    }
    await endAllTheSame(making)
    const { faults, whole } = await check(folder)
    assert.deepEqual(faults, [])
    assert.ok(whole.length >= 1 && whole.every(Boolean))
    const snapshots = await source.ask('GET', '/api/v1/admin/recovery/snapshots', { token: making.token })
    assert.doesNotMatch(JSON.stringify(snapshots.body), /"captured"/)

    const target = await servedSite(t, { COLOPHON_DATABASE_URL: to })
    const restoring = {
      t,
      press: target,
      token: await prepare(target, to),
      server: await target.start(),
      args: ['backup', 'restore', folder],
    }
    await endAllTheSame(restoring)
    assert.equal((await target.ask('GET', '/readyz')).status, 200)
    for (const { server } of [making, restoring]) {
      server.kill('SIGTERM')
      await server.ended
    }
    assert.deepEqual(await derivedIn(to), await derivedIn(from))
  })
})
