import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningCommand } from '../support/command.ts'
import { administratorOf, publishArticles, type ServedSite, servedSite } from '../support/served-site.ts'
import { type SmallDisk, smallDisk } from '../support/small-disk.ts'

/** How the server ended that wrote last, and what it left beside its file. */
const ENDINGS: Record<string, (running: RunningCommand, disk: SmallDisk) => Promise<void>> = {
  'was stopped': (running) => end(running, 'SIGTERM'),
  'was killed': (running) => end(running, 'SIGKILL'),
  'left its file alone': async (running, disk) => {
    await end(running, 'SIGTERM')
    for (const suffix of ['-wal', '-shm']) await rm(join(disk.path, `colophon.db${suffix}`), { force: true })
  },
}

interface Outage {
  begin(disk: SmallDisk): Promise<void>
  /** A server that starts may fold the log of one that was killed into the file, and so make room. */
  goOn(disk: SmallDisk): Promise<void>
  end(disk: SmallDisk): Promise<void>
  /** Can it end while a server runs there? */
  readonly endsBeside: (ending: string) => boolean
}

const OUTAGES: Record<string, Outage> = {
  full: {
    begin: (disk) => disk.leave(0),
    goOn: (disk) => disk.leave(0),
    end: (disk) => disk.makeSpace(),
    endsBeside: (ending) => ending !== 'left its file alone',
  },
  'read-only': {
    begin: (disk) => disk.makeReadOnly(true),
    goOn: async () => {},
    end: (disk) => disk.makeReadOnly(false),
    endsBeside: () => false,
  },
}

async function end(running: RunningCommand, signal: NodeJS.Signals): Promise<void> {
  running.kill(signal)
  await running.ended
}

for (const [name, outage] of Object.entries(OUTAGES))
  for (const [ending, finish] of Object.entries(ENDINGS))
    test(`a server starts on a ${name} disk where one ${ending}, and reads are answered`, async (t) => {
      const disk = await smallDisk(t, 24)
      if (disk === null) return
      const server = await servedSite(t, {
        COLOPHON_DATABASE_URL: `sqlite:${join(disk.path, 'colophon.db')}`,
        COLOPHON_SIGNING_KEY: '',
      })
      const first = await server.start()
      const token = await administratorOf(server)
      const [hash = ''] = await publishArticles(server, token, [{ title: 'A saw' }])
      const asked = { token, key: randomUUID(), body: { id: 'toys', title: 'T', summary: 'S' } }
      await finish(first, disk)
      await outage.begin(disk)
      const before = await keysIn(disk)
      let running = await server.start('/healthz', ['--examples'])
      await outage.goOn(disk)
      const refused = await server.ask('POST', '/api/v1/topics', asked)
      assert.deepEqual([refused.status, refused.body.code], [503, 'overloaded'])
      await requireReads(server, { token, hash })
      assert.equal((await server.ask('GET', '/readyz')).status, 503)
      assert.deepEqual(await keysIn(disk), before, 'no key and no draft of one was written')
      if (!outage.endsBeside(ending)) await end(running, 'SIGTERM')
      await outage.end(disk)
      if (!outage.endsBeside(ending)) running = await server.start()
      await untilReady(server)
      assert.equal((await server.ask('POST', '/api/v1/topics', asked)).status, 201)
      await requireReads(server, { token, hash })
      await end(running, 'SIGTERM')
    })

/** What a reader, an agent and a browser ask for. */
async function requireReads(server: ServedSite, known: { token: string; hash: string }): Promise<void> {
  const paths = [
    `/objects/${known.hash}`,
    `/revisions/${known.hash}`,
    '/api/v1/topics',
    '/api/v1/index',
    '/api/v1/resolve?path=/tools/a0',
    '/api/v1/changes',
    '/log/checkpoint',
    '/read',
    '/agent.md',
  ]
  for (const path of paths) assert.equal((await fetch(server.url + path)).status, 200, path)
  const found = await server.ask('GET', '/api/v1/search?q=saw')
  assert.equal((found.body.items as unknown[]).length, 1)
  for (const path of ['/api/v1/me', '/api/v1/admin/capacity'])
    assert.equal((await server.ask('GET', path, { token: known.token })).status, 200, path)
}

async function untilReady(server: ServedSite): Promise<void> {
  for (let attempt = 0; (await server.ask('GET', '/readyz')).status !== 200; attempt += 1) {
    assert.ok(attempt < 600, 'the server did not become ready')
    await sleep(50)
  }
}

async function keysIn({ path }: SmallDisk): Promise<string[]> {
  return (await readdir(path)).filter((name) => name.includes('key')).sort()
}
