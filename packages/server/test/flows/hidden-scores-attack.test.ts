import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillApp } from '../../../../bench/fill.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSearches } from '../support/site.ts'

/** PostgreSQL takes two minutes to publish as many, and finds in the same index. */
const HIDDEN = { sqlite: 10_000, postgres: 1000 }
const WORDS = ['boiler', 'leaks', 'seal', 'valve', 'pressure', 'gasket', 'flange', 'zerstört', 'насосы']
const QUESTIONS = [
  'boiler',
  'boiler seal',
  'why does the boiler leak at its valve',
  'boiler gasket pressure flange',
  'boler presure',
  'boiler quartz',
  'quartz',
  'hidden words of quartz',
  'насос',
]

describeSearches((sites) => {
  test('ten thousand hidden articles move no score, no order, no suggestion and no passage', async (t) => {
    // The filler writes objects beside their rows.
    const site = await sites.open(t, { topics: ['open'], blobs: 'database' })
    for (let place = 0; place < 30; place += 1) {
      const words = WORDS.filter((_, word) => (place * 7 + word * word) % 5 < 2)
      const body = `What is the matter with the ${words.join(' and the ')}? ${words.join(' ')} ${place % 4 ? 'often' : ''}`
      await site.publish({
        path: `/open/doc-${place}`,
        title: `Doc ${words[place % 2] ?? ''}`,
        body: `${body}\n`,
      })
    }
    const outsider = await site.token({ preset: 'curator', topic_grants: ['open'], review_grants: [] })
    const paths = QUESTIONS.map(encodeURIComponent).flatMap((q) => [
      `/api/v1/search?q=${q}`,
      `/api/v1/search?q=${q}&match=most`,
      `/api/v1/search?q=${q}&match=most&limit=3`,
      `/api/v1/passages?q=${q}`,
      `/search?q=${q}`,
    ])
    const answers = async () => {
      const all = []
      for (const token of [null, outsider])
        for (const path of paths) all.push(await site.get(path, { token }))
      return all
    }
    const without = await answers()
    await site.topic('bench', 'invited')
    await fillApp(site.app, HIDDEN[sites.engine], (place) => ({
      title: `Hidden boiler ${place % 9} quartz`,
      summary: 'boler presure of hidden words',
      body: `${WORDS.join(' ')} quartz boler gasket and насосов in the hidden pressure of ${place}\n`,
    }))
    for (const [place, answer] of (await answers()).entries()) {
      const before = without[place]
      assert.ok(before)
      assertSame(answer, before)
      assert.equal(answer.header('etag'), before.header('etag'))
    }
    const seen = (await site.get('/api/v1/search?q=quartz&match=most', { token: site.admin })).as('search')
    assert.ok(seen.items.length > 0 && seen.next_cursor !== null)
  })
})
