import assert from 'node:assert/strict'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@colophon/client'
import { createBackup } from '@colophon/client/node/backup'
import {
  backUp,
  check,
  failingAfter,
  filesBelow,
  newestManifest,
  restoreInto,
  SILENT,
} from '../support/backup-folder.ts'
import { makeFolder } from '../support/folder.ts'
import { openAnySite } from '../support/site.ts'
import { addressOf } from '../support/verify.ts'

/** What may happen to a file of a backup. */
const FATES: Record<string, (path: string, bytes: Buffer) => Promise<void>> = {
  removed: (path) => rm(path),
  'cut to half': (path, bytes) => writeFile(path, bytes.subarray(0, bytes.length >> 1)),
  'with a bit flipped': (path, bytes) => {
    const altered = Buffer.from(bytes)
    altered[altered.length >> 1] = (altered[altered.length >> 1] ?? 0) ^ 1
    return writeFile(path, altered)
  },
}

test('whatever happens to any one file of a backup, verify names it', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/hammer' })
  const folder = await makeFolder(t)
  await backUp(site, folder)
  await site.publish({ path: '/tools/saw' })
  site.clock.advance({ seconds: 1 })
  await backUp(site, folder)
  const files = await filesBelow(folder)
  const kinds = ['manifests', 'pages', 'blobs', 'log']
  assert.deepEqual(new Set(files.map((file) => file.split('/')[0])), new Set(kinds))
  assert.deepEqual(await check(folder), { faults: [], whole: [true, true] })
  let tried = 0
  for (const file of files) {
    const path = join(folder, file)
    const bytes = await readFile(path)
    for (const [fate, act] of Object.entries(FATES)) {
      await act(path, bytes)
      const { faults } = await check(folder)
      const told = faults.map((fault) => fault.file)
      // Of the contents, which are named by their own hash, no more is known when they are gone.
      const place = fate === 'removed' ? file.replace(/contents\..*$/, 'contents') : file
      assert.deepEqual(told, [place], `${file} ${fate}`)
      tried += 1
    }
    await writeFile(path, bytes)
  }
  t.diagnostic(`${tried} changes to ${files.length} files`)
  assert.deepEqual(await check(folder), { faults: [], whole: [true, true] })
})

test('a backup whose manifest is gone is missed, and no older one is restored in its place unasked', async (t) => {
  const [site, target] = [await openAnySite(t, { topics: ['tools'] }), await openAnySite(t)]
  const folder = await makeFolder(t)
  await backUp(site, folder)
  const older = (await newestManifest(folder)).slice('manifests/'.length)
  await site.publish({ path: '/tools/saw' })
  site.clock.advance({ seconds: 1 })
  await backUp(site, folder)
  const newest = await newestManifest(folder)
  const aside = join(await makeFolder(t), 'aside', 'manifest')
  await mkdir(dirname(aside), { recursive: true })
  await rename(join(folder, newest), aside)
  const { faults, whole } = await check(folder)
  assert.deepEqual(
    faults.map(({ file, fault }) => [file, fault]),
    [[newest, 'is missing']],
  )
  assert.deepEqual(whole, [true])
  await assert.rejects(restoreInto(target, folder), /is missing: the newest backup is damaged/)
  await restoreInto(target, folder, undefined, { backup: older })
  await rm(join(folder, 'manifests', older))
  assert.deepEqual((await check(folder)).faults.length, 2, 'also where no manifest is left')
})

test('what an interrupted backup wrote before its manifest is no loss, and goes with its run', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const folder = await makeFolder(t)
  await backUp(site, folder)
  site.clock.advance({ seconds: 1 })
  // The manifest is there by then, so it is as if the run had been killed just before.
  const interrupt = async () => {
    const fetch = failingAfter(0, { kind: /release$/ })
    const given = { url: addressOf(site), token: site.admin, fetch, patience: { attempts: 1 } }
    const job = { call: createClient(given).call, press: site.url, folder, progress: SILENT }
    await assert.rejects(createBackup(job), /no answer from/)
    await rm(join(folder, await newestManifest(folder)))
  }
  await interrupt()
  assert.deepEqual(await check(folder), { faults: [], whole: [true] })
  await backUp(site, folder)
  assert.deepEqual(await check(folder), { faults: [], whole: [true, true] })

  site.clock.advance({ seconds: 1 })
  await interrupt()
  const { items } = (await site.get('/api/v1/admin/recovery/snapshots?limit=1', { token: site.admin })).as(
    'listSnapshots',
  )
  const captured = items.find(({ state }) => state === 'captured')
  const release = `/api/v1/admin/recovery/snapshots/${captured?.snapshot_id}/release`
  ;(await site.post(release, {}, { token: site.admin })).as('releaseSnapshot')
  site.clock.advance({ seconds: 1 })
  await backUp(site, folder)
  assert.deepEqual(await check(folder), { faults: [], whole: [true, true, true] })
  const logs = (await filesBelow(folder)).filter((file) => file.startsWith('log/') && file.endsWith('/keys'))
  assert.equal(logs.length, 3, 'one for each manifest')
})
