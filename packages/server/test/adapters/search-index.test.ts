import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { unlistFromSearch } from '../../src/catalog/apply-search.ts'
import { createLogger } from '../../src/runtime/logger.ts'
import type { IndexPlace } from '../../src/search/indexer/messages.ts'
import { writePacking } from '../../src/search/indexer/packing-store.ts'
import { createSearchIndex } from '../../src/search/indexer/search-index.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { describeEngines, type TestEngine } from '../support/engines.ts'
import {
  CURSOR_KEY,
  entryId,
  isOverloaded,
  listArticles,
  NEVER,
  openSearch,
  packedSeq,
  rankOf,
  upTo,
  WAIT_MILLISECONDS,
  wordsOf,
} from '../support/search-index.ts'

/** What holds wherever the index is. */
function describeIndex(engine: TestEngine, place: IndexPlace): void {
  test('what is committed is found by the next question, in every process', async (t) => {
    const { storage, index } = await openSearch(engine, t, place)
    const [one, two] = [index(), index()]
    assert.deepEqual((await rankOf(one, 'apple')).hits, [])
    for (const place of upTo(5)) {
      await listArticles(storage, [place], () => 'apple')
      assert.equal((await rankOf(one, 'apple')).hits.length, place + 1)
      assert.deepEqual(await rankOf(two, 'apple'), await rankOf(one, 'apple'))
    }
    await storage.write((tx) => unlistFromSearch(tx, { topic_id: 't', entry_id: entryId(0) }))
    for (const each of [one, two]) assert.equal((await rankOf(each, 'apple')).hits.length, 4)
    assert.deepEqual((await rankOf(one, 'apple', [])).hits, [])
  })

  test('articles of the largest size, each with words of its own, are indexed and found', async (t) => {
    const { storage, index } = await openSearch(engine, t, place)
    const words = (place: number) => Array.from({ length: 120_000 }, (_, i) => `w${place}x${i}`).join(' ')
    await listArticles(storage, upTo(3), words)
    const search = index()
    for (const place of upTo(3)) assert.equal((await rankOf(search, `w${place}x7777`)).hits.length, 1)
  })

  test('the thread starts with the first question, rests when there are none, and starts again', async (t) => {
    const { storage, index } = await openSearch(engine, t, place)
    await listArticles(storage, [1], () => 'apple')
    const search = index({ idle: 300 })
    assert.equal(search.threadId(), null)
    assert.equal((await rankOf(search, 'apple')).hits.length, 1)
    const first = search.threadId()
    assert.notEqual(first, null)
    await untilNull(() => search.threadId())
    assert.equal((await rankOf(search, 'apple')).hits.length, 1)
    assert.notEqual(search.threadId(), first)
  })
}

describeEngines((engine) => {
  describe('in memory', () => describeIndex(engine, 'memory'))
  if (engine.name === 'postgres') describe('in PostgreSQL', () => describeIndex(engine, 'postgres'))

  test('packing changes no answer, here or after a start, and frees the changes', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    await listArticles(storage, upTo(1300), wordsOf)
    await listArticles(storage, [3, 4], () => 'replaced')
    await storage.write((tx) => unlistFromSearch(tx, { topic_id: 't', entry_id: entryId(5) }))
    const queries = ['apple', 'common', 'word12', 'replaced', 'word3', 'common apple']
    const one = index()
    const before = await Promise.all(queries.map((query) => rankOf(one, query)))
    await one.pack()
    assert.equal(await packedSeq(storage), 1303)
    assert.deepEqual(await Promise.all(queries.map((query) => rankOf(one, query))), before)
    const two = index()
    assert.deepEqual(await Promise.all(queries.map((query) => rankOf(two, query))), before)
    assert.deepEqual(await storage.read.selectFrom('search_changes').selectAll().execute(), [])
    // Both go on from there, and a second packing joins the first.
    await listArticles(storage, upTo(1100), (place) => `second ${wordsOf(place)}`)
    const after = await rankOf(one, 'second apple')
    assert.deepEqual(await rankOf(two, 'second apple'), after)
    await one.pack()
    assert.equal(await packedSeq(storage), 2403)
    for (const each of [one, two, index()]) assert.deepEqual(await rankOf(each, 'second apple'), after)
  })

  test('what a packing left behind that was ended half done goes with the next', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    await listArticles(storage, upTo(1000), wordsOf)
    const { epoch } = await storage.read.selectFrom('search_topics').select('epoch').executeTakeFirstOrThrow()
    const claim = { step: 'claim', topicId: 't', epoch, packedSeq: 0 } as const
    assert.equal(await writePacking(storage, claim), true)
    assert.equal(await writePacking(storage, claim), false)
    const bytes = new Uint8Array(99)
    await writePacking(storage, { step: 'part', topicId: 't', segment: 'half done', part: 0, bytes })
    const search = index()
    await search.pack()
    assert.equal(await packedSeq(storage), 0)
    await storage.write((tx) =>
      tx.updateTable('search_topics').set({ packing_until: '2000-01-01T00:00:00.000Z' }).execute(),
    )
    await search.pack()
    assert.equal(await packedSeq(storage), 1000)
    const left = await storage.read.selectFrom('search_segments').select('segment').distinct().execute()
    assert.equal(left.length, 1)
    assert.notEqual(left[0]?.segment, 'half done')
    assert.equal((await rankOf(search, 'word999')).hits.length, 1)
  })

  test('segments that cannot be used are refused once and made anew', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    await listArticles(storage, upTo(1000), wordsOf)
    const one = index()
    await one.pack()
    assert.equal(await packedSeq(storage), 1000)
    await storage.write((tx) =>
      tx
        .updateTable('search_segments')
        .set({ bytes: new Uint8Array(99) })
        .execute(),
    )
    const two = index()
    await assert.rejects(rankOf(two, 'apple'), isOverloaded)
    // There is no row in `entries`: made anew, the list is empty.
    assert.deepEqual((await rankOf(two, 'apple')).hits, [])
    assert.deepEqual((await rankOf(one, 'apple')).hits, [])
  })

  test('a thread that fails is a refusal for those who wait, and the next question starts another', async (t) => {
    const { storage } = await openSearch(engine, t)
    const log = createLogger('silent', () => {})
    const thread = {
      databaseUrl: 'sqlite:/nowhere/at/all.db',
      blobs: 'database',
      index: 'memory' as const,
      cursorKey: CURSOR_KEY,
    }
    const broken = createSearchIndex({
      storage,
      log,
      countLost: () => {},
      thread,
      isPaused: async () => false,
    })
    t.after(() => broken.close())
    for (let i = 0; i < 2; i += 1) {
      const refusals = await Promise.allSettled([rankOf(broken, 'a'), rankOf(broken, 'b')])
      for (const refusal of refusals) assert.ok(refusal.status === 'rejected' && isOverloaded(refusal.reason))
      await untilNull(() => broken.threadId())
    }
    await broken.close()
    await assert.rejects(async () => rankOf(broken, 'a'), isOverloaded)
  })

  test('many changes are packed without a search', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    await listArticles(storage, upTo(1000), wordsOf)
    const search = index({ packing: { ...NEVER, every: 50 } })
    await untilPacked(storage, 1000)
    assert.equal(search.threadId(), null)
    assert.equal((await rankOf(search, 'word999')).hits.length, 1)
  })
})

async function untilPacked(storage: Storage, from: number): Promise<void> {
  const until = Date.now() + WAIT_MILLISECONDS
  while ((await packedSeq(storage)) < from) {
    assert.ok(Date.now() < until, 'the topic is packed')
    await sleep(50)
  }
}

async function untilNull(value: () => unknown): Promise<void> {
  const until = Date.now() + WAIT_MILLISECONDS
  while (value() !== null) {
    assert.ok(Date.now() < until)
    await sleep(20)
  }
}
