import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@colophon/client'
import { createBackup } from '@colophon/client/node/backup'
import {
  backUp,
  check,
  failingAfter,
  filesBelow,
  readContents,
  SILENT,
  watchedCalls,
} from '../support/backup-folder.ts'
import { runCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { register } from '../support/readers.ts'
import { capture, readTables, SNAPSHOTS } from '../support/recovery.ts'
import { describeStores, openAnySite, type Site } from '../support/site.ts'
import { smallDisk } from '../support/small-disk.ts'

const blobsOf = (asked: readonly string[]) => asked.filter((request) => request.includes('/blobs/'))

async function statesOf(site: Site): Promise<string[]> {
  const { items } = (await site.get(SNAPSHOTS, { token: site.admin })).as('listSnapshots')
  return items.map(({ state }) => state).sort()
}

describeStores((sites) => {
  test('a backup holds what a snapshot holds, is whole, and releases its own', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let count = 0; count < 15; count += 1) await site.publish({ path: `/tools/tool-${count}` })
    const folder = join(await makeFolder(t), 'made')
    const { manifest } = await backUp(site, folder)
    assert.deepEqual(await check(folder), { faults: [], whole: [true] })
    assert.deepEqual(await statesOf(site), ['released'])
    const { tables } = await readContents(folder)
    const later = await readTables(site, await capture(site))
    for (const name of ['objects', 'publications', 'topics', 'identities', 'proposals'])
      assert.deepEqual(tables.get(name), later.get(name), name)
    const blobs = (await filesBelow(folder)).filter((file) => file.startsWith('blobs/'))
    assert.equal(blobs.length, manifest.blobs.count)
  })

  test('while writers go on each backup is a state between two commits', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'kitchen'] })
    const folder = await makeFolder(t)
    const writing = { stopped: false }
    const writers = ['tools', 'kitchen'].map(async (topic) => {
      let head = await site.publish({ path: `/${topic}/thing` })
      for (let round = 0; !writing.stopped; round += 1) {
        head = await site.publish({ path: `/${topic}/thing`, body: `# ${round}\n`, revises: head })
        await sleep(20)
      }
    })
    try {
      for (let round = 0; round < 3; round += 1) {
        await backUp(site, folder)
        site.clock.advance({ seconds: 1 })
        const { tables } = await readContents(folder)
        const actions = tables.get('audit')?.filter(({ action }) => action === 'publishCandidate')
        assert.equal(actions?.length, tables.get('publications')?.length)
      }
    } finally {
      writing.stopped = true
      await Promise.all(writers)
    }
    assert.deepEqual(await check(folder), { faults: [], whole: [true, true, true] })
  })

  test('two runs at once into one folder both end well', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let count = 0; count < 20; count += 1) await site.publish({ path: `/tools/tool-${count}` })
    const folder = await makeFolder(t)
    const runs = await Promise.allSettled([backUp(site, folder), backUp(site, folder)])
    for (const run of runs) assert.equal(run.status, 'fulfilled', JSON.stringify(run))
    const { faults } = await check(folder)
    assert.deepEqual(faults, [])
    assert.ok((await statesOf(site)).every((state) => state === 'released'))
  })
})

test('a second backup asks for the new objects alone, and shares the pages that did not change', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  for (let count = 0; count < 40; count += 1) await site.publish({ path: `/tools/tool-${count}` })
  const folder = await makeFolder(t)
  const first = await backUp(site, folder)
  const before = await filesBelow(folder)
  site.clock.advance({ seconds: 1 })
  const { content_hash } = await site.publish({ path: '/tools/one-more' })
  const calls = watchedCalls(site)
  const second = await backUp(site, folder, calls)
  // Proposal, candidate and publication.
  assert.equal(blobsOf(calls.asked).length, 3)
  assert.equal(second.fetched.blobs, 3)
  assert.ok(blobsOf(calls.asked).some((request) => request.endsWith(content_hash)))
  assert.ok(second.fetched.pages < first.fetched.pages, JSON.stringify(second.fetched))
  const after = await filesBelow(folder)
  assert.deepEqual(
    before.filter((file) => !after.includes(file)),
    [],
  )
  assert.deepEqual(await check(folder), { faults: [], whole: [true, true] })
})

test('its files are for their owner alone, and have no bearer in them', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/hammer' })
  const reader = await register(site)
  const folder = join(await makeFolder(t), 'a', 'b')
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: site.admin }
  assert.equal((await runCommand(t, ['backup', 'create', folder], environment)).code, 0)
  // The journal of a run that is under way, too.
  const failing = createClient({ url: site.url, token: site.admin, fetch: failingAfter(12) })
  site.clock.advance({ seconds: 1 })
  await assert.rejects(createBackup({ call: failing.call, press: site.url, folder, progress: SILENT }))
  const files = await filesBelow(folder)
  assert.ok(files.some((file) => file.startsWith('unfinished/')))
  const secrets = [site.admin, reader.token].flatMap((bearer) => [bearer, bearer.split('.')[2] ?? ''])
  for (const file of files) {
    const text = (await readFile(join(folder, file))).toString('latin1')
    for (const secret of secrets) assert.ok(!text.includes(secret), file)
    assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600, file)
  }
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (item.isDirectory())
      assert.equal((await stat(join(item.parentPath, item.name))).mode & 0o777, 0o700, item.name)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
})

test('a run that failed is gone on with: the same snapshot, and nothing is fetched twice', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  for (let count = 0; count < 20; count += 1) await site.publish({ path: `/tools/tool-${count}` })
  const folder = await makeFolder(t)
  const asked: string[] = []
  for (const requests of [1, 2, 9, 25, 30]) {
    const fetch = failingAfter(requests, { asked })
    const { call } = createClient({ url: site.url, token: site.admin, fetch, patience: { attempts: 1 } })
    await assert.rejects(createBackup({ call, press: site.url, folder, progress: SILENT }), /no answer/)
    assert.deepEqual(await check(folder).catch(String), `FolderRefused: ${folder} has no backup`)
  }
  await site.publish({ path: '/tools/later' })
  const calls = watchedCalls(site)
  const { manifest } = await backUp(site, folder, calls)
  assert.deepEqual(await statesOf(site), ['released'])
  assert.deepEqual(await check(folder), { faults: [], whole: [true] })
  const blobs = blobsOf([...asked, ...calls.asked])
  assert.equal(new Set(blobs).size, manifest.blobs.count)
  // Only what was in flight when a run failed was asked for again.
  assert.ok(blobs.length <= manifest.blobs.count + 5 * 12, String(blobs.length))
  assert.equal((await readContents(folder)).tables.get('publications')?.length, 20)
})

test('a snapshot that was released meanwhile is given up for a new one', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const folder = await makeFolder(t)
  const { call } = createClient({
    url: site.url,
    token: site.admin,
    fetch: failingAfter(9),
    patience: { attempts: 1 },
  })
  await assert.rejects(createBackup({ call, press: site.url, folder, progress: SILENT }))
  await releaseAll(site)
  await site.publish({ path: '/tools/later' })
  // Also while it is read, as by another run into the folder that came to its end.
  const calls = watchedCalls(site)
  let reads = 0
  const losing: typeof calls.call = async (id, ...request) => {
    if (id === 'readSnapshotTable' && ++reads === 5) await releaseAll(site)
    return calls.call(id, ...request)
  }
  await backUp(site, folder, { ...calls, call: losing })
  assert.equal(calls.asked.filter((request) => request === `POST ${SNAPSHOTS}`).length, 2)
  assert.equal((await readContents(folder)).tables.get('publications')?.length, 1)
  assert.deepEqual(await readdir(join(folder, 'unfinished')), [])
})

test('an object that the press does not have ends a run, and no other snapshot is captured for it', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/hammer' })
  const calls = watchedCalls(site)
  const losing: typeof calls.call = (id, ...request) => {
    const [asked] = request
    if (id !== 'readSnapshotBlob') return calls.call(id, ...request)
    const params = { ...(asked?.params as { id: string }), sha256: '0'.repeat(64) }
    return calls.call(id, ...([{ ...asked, params }] as unknown as typeof request))
  }
  await assert.rejects(
    backUp(site, await makeFolder(t), { ...calls, call: losing }),
    /^ColophonProblem: not_found/,
  )
  assert.equal(calls.asked.filter((request) => request === `POST ${SNAPSHOTS}`).length, 1)
})

test('two captured snapshots are in the way, and said so in one line', async (t) => {
  const site = await openAnySite(t)
  await capture(site)
  await capture(site)
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: site.admin }
  const folder = await makeFolder(t)
  const { code, stderr } = await runCommand(t, ['backup', 'create', folder], environment)
  assert.equal(code, 3)
  assert.match(stderr, /^colophon: snapshot_limit: [^\n]+\n$/)
  assert.deepEqual(
    await filesBelow(folder).then((files) => files.filter((file) => !file.startsWith('unfinished'))),
    [],
  )
})

test('a full disk ends a run with a clear line, and with room the next one goes on', async (t) => {
  const disk = await smallDisk(t, 3)
  if (disk === null) return
  const site = await openAnySite(t, { topics: ['tools'] })
  for (let count = 0; count < 40; count += 1)
    await site.publish({ path: `/tools/tool-${count}`, body: `# ${count}\n${'word '.repeat(4000)}\n` })
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: site.admin }
  const folder = join(disk.path, 'backup')
  const run = () => runCommand(t, ['backup', 'create', folder], environment)
  // Room for nothing, for some pages, for all of them, for some of the objects, for all of them.
  for (const free of [0, 100, 400, 1000]) {
    await disk.leave(free * 1024)
    const { code, stderr } = await run()
    assert.equal(code, 1, stderr)
    assert.match(stderr, /^(?:\d+ of .*\n)*colophon: there is no room left for [^\n]+ make some [^\n]+\n$/)
    assert.deepEqual(await readdir(join(folder, 'incomplete')).catch(() => []), [])
  }
  await disk.makeSpace()
  const { code, stderr } = await run()
  assert.equal(code, 0, stderr)
  assert.deepEqual(await check(folder), { faults: [], whole: [true] })
  assert.deepEqual(await statesOf(site), ['released'])
})

test('a folder of other things is refused and left alone', async (t) => {
  const folder = await makeFolder(t, { 'thesis.txt': 'words' })
  const call = () => assert.fail('nothing is asked')
  await assert.rejects(
    createBackup({ call, press: 'http://127.0.0.1', folder, progress: SILENT }),
    /holds other things/,
  )
  assert.deepEqual(await filesBelow(folder), ['thesis.txt'])
})

test('a file where the folder should be is told in words, and left alone', async (t) => {
  const folder = await makeFolder(t, { 'thesis.txt': 'words' })
  const call = () => assert.fail('nothing is asked')
  for (const wrong of ['thesis.txt', 'thesis.txt/backup'])
    await assert.rejects(
      createBackup({ call, press: 'http://127.0.0.1', folder: join(folder, wrong), progress: SILENT }),
      /is a file, or below one: a backup needs a folder/,
    )
  assert.deepEqual(await filesBelow(folder), ['thesis.txt'])
})

test('a wrong address, a missing bearer and one of somebody else are told in one line', async (t) => {
  const folder = join(await makeFolder(t), 'new')
  for (const [environment, line] of [
    [{}, /^colophon: --url \(or COLOPHON_URL\) must be the address of a press\n$/],
    [{ COLOPHON_URL: 'http://127.0.0.1:9' }, /^colophon: COLOPHON_TOKEN /],
    [
      { COLOPHON_URL: 'http://127.0.0.1:9', COLOPHON_TOKEN: 'x' },
      /^colophon: GET .*: no answer from http:\/\/127.0.0.1:9[^\n]*\n$/,
    ],
  ] as const) {
    const { code, stderr } = await runCommand(t, ['backup', 'create', folder], environment)
    assert.equal(code, line.source.includes('no answer') ? 4 : 2)
    assert.match(stderr, line)
  }
  await assert.rejects(stat(folder))
})

async function releaseAll(site: Site): Promise<void> {
  const { items } = (await site.get(SNAPSHOTS, { token: site.admin })).as('listSnapshots')
  for (const { snapshot_id, state } of items)
    if (state === 'captured')
      (await site.post(`${SNAPSHOTS}/${snapshot_id}/release`, {}, { token: site.admin })).as(
        'releaseSnapshot',
      )
}
