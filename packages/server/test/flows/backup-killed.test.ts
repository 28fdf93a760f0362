import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStorage } from '../../src/storage/open-storage.ts'
import { check } from '../support/backup-folder.ts'
import { type RunningCommand, startCommand } from '../support/command.ts'
import { describeEngines } from '../support/engines.ts'
import { makeFolder } from '../support/folder.ts'
import { projectionsOf, searchedEntries } from '../support/projections.ts'
import { administratorOf, publishArticles, type ServedPress, servedPress } from '../support/served-press.ts'

const ARTICLES = 60
const KILLS = 2
/** A kill comes this long, in milliseconds, after the command has begun to work, or before it. */
const LATEST_KILL = 1200

/** A command, the press that it works on, and the process of that. */
interface Working {
  readonly t: TestContext
  readonly press: ServedPress
  readonly token: string
  readonly args: readonly string[]
  server: RunningCommand
}

/** Kills the command again and again, then the press under it, and lets it end. */
async function endAllTheSame(working: Working): Promise<void> {
  const { t, press, token, args } = working
  const begin = () => startCommand(t, args, { COLOPHON_URL: press.url, COLOPHON_TOKEN: token })
  for (let kill = 0; kill < KILLS; kill += 1) {
    const command = begin()
    await Promise.race([sleep(300 + randomInt(LATEST_KILL)), command.ended])
    command.kill('SIGKILL')
    await command.ended
  }
  const command = begin()
  await sleep(300 + randomInt(LATEST_KILL))
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

describeEngines((engine) => {
  test('backups and restores that are killed, and whose press is killed, end with the same site', async (t) => {
    const folder = await makeFolder(t)
    const [from, to] = [await engine.emptyUrl(t), await engine.freshUrl(t)]
    const source = await servedPress(t, { COLOPHON_DATABASE_URL: from })
    const making = {
      t,
      press: source,
      server: await source.start(),
      token: '',
      args: ['backup', 'create', folder],
    }
    making.token = await administratorOf(source)
    await publishArticles(
      source,
      making.token,
      Array.from({ length: ARTICLES }, () => ({})),
    )
    await endAllTheSame(making)
    const { faults, whole } = await check(folder)
    assert.deepEqual(faults, [])
    assert.ok(whole.length >= 1 && whole.every(Boolean))
    const snapshots = await source.ask('GET', '/api/v1/admin/recovery/snapshots', { token: making.token })
    assert.doesNotMatch(JSON.stringify(snapshots.body), /"captured"/)

    const target = await servedPress(t, { COLOPHON_DATABASE_URL: to })
    const restoring = {
      t,
      press: target,
      server: await target.start(),
      token: '',
      args: ['backup', 'restore', folder],
    }
    restoring.token = await administratorOf(target)
    await endAllTheSame(restoring)
    assert.equal((await target.ask('GET', '/readyz')).status, 200)
    for (const { server } of [making, restoring]) {
      server.kill('SIGTERM')
      await server.ended
    }
    assert.deepEqual(await derivedIn(to), await derivedIn(from))
  })
})
