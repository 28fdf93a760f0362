import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Backup, backUp, drive, restore, start } from '../support/backup.ts'
import { changePage, decideOn, setVisibility, wholeStream } from '../support/changes.ts'
import type { Cleanup } from '../support/engines.ts'
import { makeFolder } from '../support/folder.ts'
import { mirrorInto } from '../support/mirror.ts'
import { changesOf } from '../support/projections.ts'
import type { Row } from '../support/recovery.ts'
import { describeSites, type Site, type Sites } from '../support/site.ts'

/** Every kind of act, and a topic that was public. */
async function openLived(t: Cleanup, sites: Sites): Promise<Site> {
  const site = await sites.open(t, { topics: ['tools', 'toys'] })
  const saw = await site.publish({ path: '/tools/saw' })
  await site.publish({ path: '/toys/top' })
  await setVisibility(site, 'toys', 'invited')
  await site.publish({ path: '/toys/yo-yo' })
  await decideOn(site, saw.content_hash, 'retired')
  await site.publish({ path: '/tools/long-saw', revises: saw })
  return site
}

const mirrorOf = (site: Site, folder: string) =>
  mirrorInto(folder, site.url, { press: 'http://press.example' })

const ofSchema = (backup: Backup, schema_version: number): Backup => ({
  ...backup,
  manifest: { ...backup.manifest, schema_version },
})

/** Topics of schema versions before 13 had the time of their last publication, if there was one. */
function asBefore(tables: ReadonlyMap<string, readonly Row[]>): ReadonlyMap<string, readonly Row[]> {
  const topics = (tables.get('topics') ?? []).map((topic, place) => ({
    ...topic,
    last_published_at: place === 0 ? null : '2026-01-01T00:00:00.000Z',
  }))
  return new Map([...tables, ['topics', topics]])
}

describeSites((sites) => {
  test('numbers stay what they were through a restore, also of a backup that knows of no streams', async (t) => {
    const site = await openLived(t, sites)
    const [backup, older] = [await backUp(site), await backUp(site, {}, asBefore)]
    const before = await changesOf(site.app.storage.read)
    const public_ = await wholeStream(site)
    for (const one of [backup, ofSchema(older, 12), ofSchema(older, 8)]) {
      const target = await sites.open(t)
      await restore(target, one)
      const closed = await changesOf(target.app.storage.read)
      const known = new Set(before.map(({ record }) => record))
      assert.deepEqual(
        closed.filter(({ record }) => known.has(record)),
        before,
      )
      const closing = closed.filter(({ record }) => !known.has(record))
      assert.deepEqual(
        closing.map(({ topic_id, kind, public_seq }) => [topic_id, kind, public_seq]),
        [['tools', 'visibility', public_.length + 1]],
      )
      assert.ok((await wholeStream(target)).every(({ change }) => change === 'withheld'))
      await setVisibility(target, 'tools', 'public')
      assert.deepEqual((await wholeStream(target)).slice(0, public_.length), public_)
      const next = await target.publish({ path: '/tools/hammer' })
      const after = await changePage(target, `?after=${public_.length + 2}`)
      assert.deepEqual(
        [after.items[0]?.content_hash, after.head_seq],
        [next.content_hash, public_.length + 3],
      )
      const rows = await changesOf(target.app.storage.read)
      await drive(target, await start(target, { kind: 'rebuild' }))
      assert.deepEqual(await changesOf(target.app.storage.read), rows)
    }
  })

  test('a clock that was set back changes no order', async (t) => {
    const site = await openLived(t, sites)
    site.clock.set('2025-01-01T00:00:00.000Z')
    await site.publish({ path: '/tools/late' })
    await setVisibility(site, 'toys', 'public')
    await site.publish({ path: '/toys/later' })
    const rows = await changesOf(site.app.storage.read)
    await drive(site, await start(site, { kind: 'rebuild' }))
    assert.deepEqual(await changesOf(site.app.storage.read), rows)
  })

  test('a mirror goes on with a restored press, and begins anew with one that is not what it followed', async (t) => {
    const site = await openLived(t, sites)
    const early = await backUp(site)
    const folder = await makeFolder(t)
    await mirrorOf(site, folder)
    const target = await sites.open(t)
    await restore(target, early)
    assert.deepEqual((await mirrorOf(target, folder)).removed, ['tools'])
    await setVisibility(target, 'tools', 'public')
    const same = await mirrorOf(target, folder)
    assert.deepEqual(same.topics, [{ topic_id: 'tools', seq: 6, entries: 1 }])
    assert.deepEqual(same.fetched, { objects: 0, bytes: 0 })
    await target.publish({ path: '/tools/hammer' })
    assert.equal((await mirrorOf(target, folder)).topics[0]?.entries, 2)
    const other = await sites.open(t)
    await restore(other, early)
    await setVisibility(other, 'tools', 'public')
    // As many acts, and the last of them another.
    await other.publish({ path: '/tools/mallet' })
    await other.publish({ path: '/tools/drill' })
    const anew = await mirrorOf(other, folder)
    assert.deepEqual(anew.topics, [{ topic_id: 'tools', seq: 8, entries: 3 }])
  })
})
