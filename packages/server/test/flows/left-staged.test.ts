import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweepStaged } from '../../src/features/recovery/left-staged.ts'
import { type Backup, backUp, drive, preload, restore, start } from '../support/backup.ts'
import { describeSites, type Site } from '../support/site.ts'

/** How many of the pages and of the objects of a backup the site's store has. */
async function countKept(site: Site, { pages, blobs }: Backup): Promise<{ pages: number; blobs: number }> {
  const count = async (hashes: Iterable<string>) => {
    const found = await Promise.all([...hashes].map((sha256) => site.app.blobs.has(sha256)))
    return found.filter(Boolean).length
  }
  return { pages: await count(pages.keys()), blobs: await count(blobs.keys()) }
}

async function countRows(site: Site): Promise<number> {
  return (await site.app.storage.read.selectFrom('staged_blobs').select('sha256').execute()).length
}

describeSites((sites) => {
  async function openPair(t: Parameters<typeof sites.open>[0], where: { blobs?: 'database' } = {}) {
    const source = await sites.open(t, { topics: ['tools'] })
    await source.publish({ path: '/tools/one' })
    return { target: await sites.open(t, where), backup: await backUp(source) }
  }

  test('what a recovery was staged with stays while it runs, then only what the site names', async (t) => {
    const { target, backup } = await openPair(t)
    await preload(target, backup)
    const all = await countKept(target, backup)
    assert.deepEqual(all, { pages: backup.pages.size, blobs: backup.blobs.size })
    await sweepStaged(target.app)
    assert.deepEqual(await countKept(target, backup), all, 'a recovery may be about to begin')
    const job = await start(target, { kind: 'restore', manifest: backup.manifest })
    target.clock.advance({ days: 2 })
    await sweepStaged(target.app)
    assert.deepEqual(await countKept(target, backup), all, 'a recovery is running')
    await drive(target, job)
    target.clock.advance({ minutes: 1 })
    await sweepStaged(target.app)
    // The key of a bucket has no right to delete.
    const pages = target.app.blobs.removeWithin === null ? all.pages : 0
    assert.deepEqual(await countKept(target, backup), { pages, blobs: all.blobs })
    assert.equal(await countRows(target), 0)
    ;(await target.get('/api/v1/index', { token: target.admin })).as('listIndex')
  })

  test('what no recovery came for is removed after a day, and may be staged again', async (t) => {
    const { target, backup } = await openPair(t, { blobs: 'database' })
    await preload(target, backup)
    target.clock.advance({ hours: 25 })
    const [[again = '', text = ''] = []] = backup.pages
    await preload(target, { ...backup, pages: new Map([[again, text]]), blobs: new Map() })
    await sweepStaged(target.app)
    assert.deepEqual(await countKept(target, backup), { pages: 1, blobs: 0 })
    await restore(target, backup)
    assert.equal((await countKept(target, backup)).blobs, backup.blobs.size)
  })
})
