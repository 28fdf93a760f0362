import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correct, counted, openWithArticle, register, report, summary } from '../support/readers.ts'
import { describeSites } from '../support/site.ts'

function windows(counts: Awaited<ReturnType<typeof summary>>['revision']) {
  return [counts.windows['24h'], counts.windows['7d'], counts.windows['30d']].map(counted).join(' ')
}

describeSites((sites) => {
  test('totals of a revision and of its entry are kept apart, and participants are counted once', async (t) => {
    const { site, hash, article } = await openWithArticle(sites, t)
    const [ada, ben] = [await register(site), await register(site)]
    const next = await site.publish({ path: '/tools/hammer', revises: article, title: 'Better hammers' })
    await report(site, hash, { value: 'up' }, ada)
    await report(site, next.content_hash, { value: 'down' }, ada)
    await report(site, next.content_hash, { value: 'up' }, ben)
    const old = await summary(site, hash)
    assert.equal(windows(old.revision), '1/0/1 1/0/1 1/0/1')
    assert.equal(windows(old.entry), '2/1/2 2/1/2 2/1/2')
    assert.equal(windows((await summary(site, next.content_hash)).revision), '1/1/2 1/1/2 1/1/2')
    assert.deepEqual((await summary(site, next.content_hash)).entry, old.entry)
  })

  test('each window loses a report at its edge, to the millisecond', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    const start = Date.parse('2026-03-04T11:22:33.444Z')
    const at = (milliseconds: number) => site.clock.set(new Date(start + milliseconds).toISOString())
    at(0)
    const said = await report(site, hash, { value: 'down' }, reader)
    at(60_000)
    await correct(site, said.report_id, { expected_event_id: said.last_event_id, value: 'up' }, reader)
    const day = 86_400_000
    for (const [milliseconds, seen] of [
      [day - 1, '1/0/1 1/0/1 1/0/1'],
      [day, '0/0/0 1/0/1 1/0/1'],
      [7 * day - 1, '0/0/0 1/0/1 1/0/1'],
      [7 * day, '0/0/0 0/0/0 1/0/1'],
      [30 * day - 1, '0/0/0 0/0/0 1/0/1'],
      [30 * day, '0/0/0 0/0/0 0/0/0'],
    ] as const) {
      at(milliseconds)
      const { revision, entry } = await summary(site, hash, reader)
      assert.equal(windows(revision), seen, String(milliseconds))
      assert.equal(windows(entry), seen)
    }
  })

  test('a participant stays in a window as long as one of its reports stands there', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    site.clock.set('2026-03-03T12:00:00.000Z')
    await report(site, hash, { value: 'up' }, reader)
    site.clock.set('2026-03-08T12:00:00.000Z')
    const later = await report(site, hash, { value: 'down' }, reader)
    site.clock.set('2026-03-08T13:00:00.000Z')
    assert.equal(windows((await summary(site, hash)).revision), '0/1/1 1/1/1 1/1/1')
    const gone = (
      await correct(site, later.report_id, { expected_event_id: later.last_event_id, value: null }, reader)
    ).as('correctSignal')
    site.clock.set('2026-03-08T14:00:00.000Z')
    assert.equal(windows((await summary(site, hash)).revision), '0/0/0 1/0/1 1/0/1')
    await correct(site, later.report_id, { expected_event_id: gone.last_event_id, value: 'up' }, reader)
    site.clock.set('2026-03-11T12:00:00.000Z')
    assert.equal(windows((await summary(site, hash)).revision), '0/0/0 1/0/1 2/0/1')
  })

  test('rates come after a full day of collection, over at most 30 days', async (t) => {
    const { site, hash, article } = await openWithArticle(sites, t)
    const started = article.published_at
    site.clock.set(started)
    const reader = await register(site)
    await report(site, hash, { value: 'up' }, reader)
    site.clock.advance({ hours: 23, minutes: 59, seconds: 59 })
    const before = (await summary(site, hash)).revision.collection
    assert.deepEqual(before, {
      started_at: started,
      age_seconds: 86_399,
      up_per_day: null,
      down_per_day: null,
    })
    site.clock.advance({ seconds: 1 })
    await report(site, hash, { value: 'down' }, reader)
    assert.partialDeepStrictEqual((await summary(site, hash)).entry.collection, {
      age_seconds: 86_400,
      up_per_day: 1,
      down_per_day: 1,
    })
    site.clock.advance({ days: 1 })
    assert.partialDeepStrictEqual((await summary(site, hash)).revision.collection, {
      up_per_day: 0.5,
      down_per_day: 0.5,
    })
    site.clock.advance({ days: 28, hours: 12 })
    assert.partialDeepStrictEqual((await summary(site, hash)).revision.collection, {
      up_per_day: 0,
      down_per_day: 1 / 30,
    })
  })
})
