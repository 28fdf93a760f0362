import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@colophon/client'
import { createBackup } from '@colophon/client/node/backup'
import {
  backUp,
  check,
  failingAfter,
  fileOf,
  filesBelow,
  newestManifest,
  readContents,
  restoreInto,
  SILENT,
} from '../support/backup-folder.ts'
import { decideOn, setVisibility } from '../support/changes.ts'
import { makeFolder } from '../support/folder.ts'
import { lyingServer } from '../support/lying-server.ts'
import { describeSites, openAnySite } from '../support/site.ts'
import { addressOf, openVerifier } from '../support/verify.ts'

const logFiles = async (folder: string) =>
  (await filesBelow(folder)).filter((file) => /^log\/.*\/(checkpoint|keys)$/.test(file))

describeSites((sites) => {
  test('a backup makes the tree of the log from its records, and so does what is restored from it', async (t) => {
    const at = { baseUrl: 'http://press.example' }
    const site = await sites.open(t, { ...at, topics: ['tools', 'toys'] })
    await site.topic('vault', 'invited')
    const key = await site.publish({ path: '/vault/key' })
    const saw = await site.publish({ path: '/tools/saw' })
    const retired = await decideOn(site, key.content_hash, 'retired')
    await site.publish({ path: '/toys/top' })
    await setVisibility(site, 'toys', 'invited')
    const hidden = await site.publish({ path: '/toys/yo-yo' })
    await setVisibility(site, 'vault', 'public')
    await site.publish({ path: '/vault/lock' })
    const folder = join(await makeFolder(t), 'backup')
    await backUp(site, folder)
    const { verify } = await openVerifier(t)
    const all = await verify('--backup', folder)
    assert.equal(all.code, 0, all.lines.join('\n'))
    assert.match(all.lines[0] ?? '', /^press\.example\/log: 5 leaves, root /)
    assert.match(all.lines[1] ?? '', /is right, 5 records too$/)
    const some = await verify('--backup', folder, key.content_hash, saw.publication_hash, retired)
    assert.deepEqual(
      some.lines.slice(1).map((line) => / leaf (\d) of 5/.exec(line)?.[1]),
      ['2', '3', '0', '3', undefined],
    )
    const missing = await verify('--backup', folder, hidden.content_hash)
    assert.deepEqual([missing.code, missing.lines[1]], [1, `FAILED ${hidden.content_hash} is not in the log`])

    const target = await sites.open(t, at)
    await restoreInto(target, folder)
    const restored = await verify('--url', addressOf(target), '--token', target.admin, saw.content_hash)
    assert.equal(restored.code, 0, restored.lines.join('\n'))
    assert.match(restored.lines[0] ?? '', /5 leaves, root \S+, as it was seen before$/)
    const of = await verify('--backup', folder, '--url', addressOf(target))
    assert.equal(of.code, 0)
  })
})

test('a backup keeps the log from before its snapshot, also when it was interrupted', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const folder = join(await makeFolder(t), 'backup')
  const make = (fetch?: typeof globalThis.fetch) => {
    const { call } = createClient({
      url: site.url,
      token: site.admin,
      patience: { attempts: 1 },
      ...(fetch ? { fetch } : {}),
    })
    return createBackup({ call, press: site.url, folder, progress: SILENT })
  }
  // Killed after the log was asked for, and after the snapshot was captured.
  for (const requests of [2, 3, 6]) {
    await assert.rejects(make(failingAfter(requests)))
    assert.deepEqual(await logFiles(folder), [])
    await site.publish({ path: `/tools/n${requests}` })
  }
  await make()
  const [checkpoint = '', ...others] = await logFiles(folder)
  assert.match(checkpoint, /^log\/[^/]+\.[0-9a-f]{64}\/checkpoint$/)
  assert.deepEqual(others, [checkpoint.replace('/checkpoint', '/keys')])
  assert.match(await readFile(join(folder, checkpoint), 'utf8'), /\/log\n1\n/)
  const { verify } = await openVerifier(t)
  const older = await verify('--backup', folder)
  assert.equal(older.code, 0)
  site.clock.advance({ seconds: 1 })
  await make()
  assert.equal((await logFiles(folder)).length, 4)
  const newer = await verify('--backup', folder)
  assert.equal(newer.code, 0)
  assert.match(newer.lines[0] ?? '', /4 leaves, root \S+, which begin with those that were seen before$/)
  assert.deepEqual(await check(folder), { faults: [], whole: [true, true] })
})

test('whatever is altered in a backup is found', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const saw = await site.publish({ path: '/tools/saw' })
  await site.publish({ path: '/tools/axe' })
  const folder = join(await makeFolder(t), 'backup')
  await backUp(site, folder)
  const { verify } = await openVerifier(t)
  const [checkpoint = ''] = await logFiles(folder)
  const { manifest } = await readContents(folder)
  const pages = manifest.tables.find(({ name }) => name === 'publications')?.index ?? ''
  for (const [place, why] of [
    [checkpoint, /is wrong$|signed/],
    [fileOf('blobs', saw.publication_hash), /ha(s|ve) the hash/],
    [fileOf('pages', pages), /the backup is damaged: pages\//],
    [await newestManifest(folder), /the backup is damaged: manifests\//],
  ] as const) {
    const bytes = await readFile(join(folder, place))
    await writeFile(join(folder, place), Buffer.from(bytes).fill(bytes[9] === 65 ? 66 : 65, 9, 10))
    for (const args of [[], [saw.content_hash]]) {
      const found = await verify('--backup', folder, ...args)
      assert.equal(found.code, 1, place)
      assert.match(found.lines.at(-1) ?? '', why)
    }
    await writeFile(join(folder, place), bytes)
  }
  await rm(join(folder, fileOf('blobs', saw.publication_hash)))
  assert.match((await verify('--backup', folder)).lines.at(-1) ?? '', /^FAILED the record .* is missing$/)
})

test('a backup of a press without a log is made, checked and restored as before', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const folder = join(await makeFolder(t), 'backup')
  await backUp(site, folder)
  await rm(join(folder, 'log'), { recursive: true })
  assert.deepEqual(await check(folder), { faults: [], whole: [true] })
  const { verify } = await openVerifier(t)
  const none = await verify('--backup', folder)
  assert.deepEqual([none.code, none.lines.length], [1, 1])
  assert.match(none.lines[0] ?? '', /^FAILED the backup .* has no transparency log$/)
  const target = await openAnySite(t)
  await restoreInto(target, folder)

  const without = join(await makeFolder(t), 'backup')
  const press = await lyingServer(t, site)
  press.withoutLog = true
  const fetch: typeof globalThis.fetch = (input, init) =>
    globalThis.fetch(
      String(input).includes('/log/') ? String(input).replace(site.url, press.url) : input,
      init,
    )
  const { call } = createClient({ url: site.url, token: site.admin, fetch })
  await createBackup({ call, press: site.url, folder: without, progress: SILENT })
  assert.deepEqual(await logFiles(without), [])
  assert.deepEqual(await check(without), { faults: [], whole: [true] })
})
