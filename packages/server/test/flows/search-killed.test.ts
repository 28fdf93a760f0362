import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { openStorage } from '../../src/storage/open-storage.ts'
import { describeEngines } from '../support/engines.ts'
import { administratorOf, publishArticles, type ServedSite, servedSite } from '../support/served-site.ts'

type Found = AnswerOf<Operations['search']>

const ARTICLES = 60
const KILLS = 6
/** A kill comes so many milliseconds after the first question at the latest: about when all is in the index. */
const LATEST_KILL = 1500

/** Long enough that the index takes a while. */
function draftOf(place: number) {
  const sentences = Array.from(
    { length: 400 },
    (_, number) => `Plane ${number} is number${place}of${number}.`,
  )
  return { title: `Tool only${place}x`, summary: 'A shared tool.', body: sentences.join('\n\n') }
}

async function search(server: ServedSite, q: string): Promise<Found> {
  for (;;) {
    const { status, body } = await server.ask('GET', `/api/v1/search?q=${q}&limit=100`)
    if (status !== 503) {
      assert.equal(status, 200, JSON.stringify(body))
      return body as unknown as Found
    }
    // The index is being made, or was by a process that was killed, whose claim holds for a minute.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describeEngines((engine) => {
  if (engine.name !== 'postgres') return
  test('an index in PostgreSQL whose maker is killed again and again misses nothing and has nothing twice', async (t) => {
    const database = { COLOPHON_DATABASE_URL: await engine.emptyUrl(t) }
    const writer = await servedSite(t, database)
    await writer.start()
    const token = await administratorOf(writer)
    await publishArticles(
      writer,
      token,
      Array.from({ length: ARTICLES }, (_, place) => draftOf(place)),
    )

    const server = await servedSite(t, { ...database, COLOPHON_SEARCH: 'postgres' })
    let answered = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = await server.start('/healthz')
      setTimeout(() => running.kill('SIGKILL'), randomInt(LATEST_KILL))
      const asked = server.ask('GET', '/api/v1/search?q=shared').then(
        () => 1,
        () => 0,
      )
      await running.ended
      answered += await asked
    }
    t.diagnostic(`${answered} of ${KILLS} questions were answered before the kill`)

    await server.start()
    const all = await search(server, 'shared')
    assert.equal(all.items.length, ARTICLES)
    const inMemory = await search(writer, 'shared')
    const hashes = ({ items }: Found) => items.map(({ content_hash }) => content_hash).sort()
    assert.deepEqual(hashes(all), hashes(inMemory))
    for (let place = 0; place < ARTICLES; place += 7) {
      const found = await search(server, `only${place}x`)
      assert.deepEqual(
        found.items.map(({ path }) => path),
        [`/tools/a${place}`],
      )
    }
    const storage = await openStorage(database.COLOPHON_DATABASE_URL)
    t.after(() => storage.close())
    const rows = await storage.read.selectFrom('search_documents').select('entry_id').execute()
    assert.equal(rows.length, ARTICLES)
    assert.equal(new Set(rows.map(({ entry_id }) => entry_id)).size, ARTICLES)
  })
})
