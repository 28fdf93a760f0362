import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlistFromSearch } from '../../src/catalog/apply-search.ts'
import type { Ranked } from '../../src/search/indexer/messages.ts'
import type { SearchIndex } from '../../src/search/indexer/search-index.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { describeEngines } from '../support/engines.ts'
import {
  entryId,
  isOverloaded,
  listArticles,
  openSearch,
  packedSeq,
  rankOf,
  upTo,
  wordsOf,
} from '../support/search-index.ts'

const VOCABULARY =
  'boiler seal valve e-mail gasket configure configured Maschine Maschinen naïve nodes'.split(' ')
const QUERIES = [
  ...['boiler', 'boil', 'boiler seal', 'e-mail', 'email', 'e mail', 'config', 'configuring', 'naive valves'],
  ...[
    'maschine',
    'gasket nothing',
    'word7',
    'word1 boiler',
    'common word12',
    'node valve seal',
    'the',
    '???',
  ],
]
/** Every third has three words of the vocabulary; all have a common one and one of their own. */
function mixedText(place: number): string {
  const own = [place, place * 7, place * 13].map((at) => VOCABULARY[at % VOCABULARY.length])
  const german = place % 10 === 0 ? 'Die Maschinen werden nicht mit der Straße und dem Haus gebaut. ' : ''
  return `${german}common ${place % 3 === 0 ? own.join(' ') : ''} word${place}`
}

describeEngines((engine) => {
  if (engine.name !== 'postgres') return

  test('answers are those of an index in memory while all that have any of the words are ranked', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    const [memory, database] = [index(), index({}, 'postgres')]
    for (const [from, to] of [
      [0, 200],
      [200, 1200],
    ] as const) {
      await listArticles(storage, upTo(to).slice(from), mixedText)
      for (const query of QUERIES) {
        if (query.includes('common') && to > 500) continue
        const [expected, found] = [await rankOf(memory, query), await rankOf(database, query)]
        assert.deepEqual(found, expected, query)
        const [most, alike] = [
          await rankOf(memory, query, ['t'], {}),
          await rankOf(database, query, ['t'], {}),
        ]
        // Of many articles no words are shared by the best ones.
        if (to < 256) assert.deepEqual(alike, most, query)
        assert.deepEqual(idsOf(alike).sort(), idsOf(most).sort(), query)
      }
    }
  })

  test('of very many that match the newest are ranked, and a rare word is found in the oldest', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    const database = index({}, 'postgres')
    // It looks once when it is made, and from then on when it is told to.
    await database.pack()
    await listArticles(storage, upTo(4500), (place) => `common ${place % 2 ? 'uneven' : ''} word${place}x`)
    await listArticles(storage, [7], () => 'common uneven word7x moved')
    // Too much for a search to wait for.
    const refused = async () => rankOf(database, 'word7x')
    await assert.rejects(refused, (error) => isOverloaded(error) && /4501 changes/.test(String(error)))
    await database.pack()
    for (const query of ['common', 'common uneven']) {
      const pages = await everyPageOf(database, query)
      assert.ok(pages.length >= 500, `${query}: ${pages.length}`)
      assert.equal(new Set(pages).size, pages.length)
      assert.ok(pages.includes(entryId(4499)) && pages.includes(entryId(7)))
    }
    for (const query of ['word12x', 'common word12x', 'moved'])
      assert.equal((await rankOf(database, query)).hits.length, 1, query)
    const most = await rankOf(database, 'common uneven word12x', ['t'], {})
    assert.equal(most.hits[0]?.entryId, entryId(12))
    assert.deepEqual(most.hits[0]?.missing, ['uneven'])
    await storage.write((tx) => unlistFromSearch(tx, { topic_id: 't', entry_id: entryId(12) }))
    const { hits, suggestions } = await rankOf(database, 'common word12x')
    assert.deepEqual(hits, [])
    assert.equal(suggestions.at(-1), 'common')
  })

  test('many servers that begin at once make the documents once, and count them', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    await listArticles(storage, upTo(1500), wordsOf)
    const servers = [index({}, 'postgres'), index({}, 'postgres'), index({}, 'postgres')]
    await Promise.all(servers.map((server) => server.pack()))
    // The next run begins at once, wherever it is.
    await listArticles(storage, upTo(1100), (place) => `again ${wordsOf(place)}`)
    await index({}, 'postgres').pack()
    const { seq } = await storage.read.selectFrom('search_progress').select('seq').executeTakeFirstOrThrow()
    assert.equal(Number(seq), 2600)
    await listArticles(storage, [3, 4], () => 'replaced')
    await storage.write((tx) => unlistFromSearch(tx, { topic_id: 't', entry_id: entryId(5) }))
    const answers = await Promise.all(servers.map((server) => rankOf(server, 'replaced')))
    for (const { hits, statistics } of answers) {
      assert.equal(hits.length, 2)
      assert.equal(statistics.documents, 1499)
    }
    assert.deepEqual(await countedAndThere(storage), { counted: [1499, 2602], there: [1499, 2601] })
  })

  test('what a server with its index in memory has packed and dropped is made again from the entries', async (t) => {
    const { storage, index } = await openSearch(engine, t)
    const [memory, database] = [index(), index({}, 'postgres')]
    await listArticles(storage, upTo(1000), wordsOf)
    await memory.pack()
    assert.equal(await packedSeq(storage), 1000)
    // There is no row in `entries`: made of those, there are no documents.
    assert.deepEqual((await rankOf(database, 'word999')).hits, [])
    await listArticles(storage, [3], () => 'after')
    assert.equal((await rankOf(database, 'after')).hits.length, 1)
    // Whatever became of the changes.
    for (const packed of ['packed', 'lost']) {
      await storage.write(async (tx) => {
        await unlistFromSearch(tx, { topic_id: 't', entry_id: entryId(4) })
        await tx.deleteFrom('search_changes').execute()
        await tx
          .updateTable('search_topics')
          .set((eb) => ({ packed_seq: packed === 'packed' ? eb.ref('seq') : 0 }))
          .execute()
      })
      assert.deepEqual((await rankOf(database, 'after')).hits, [], packed)
      await listArticles(storage, [3], () => 'after')
      assert.equal((await rankOf(database, 'after')).hits.length, 1, packed)
    }
    assert.deepEqual((await countedAndThere(storage)).counted[0], 1)
  })
})

const idsOf = ({ hits }: { hits: readonly { entryId: string }[] }) => hits.map(({ entryId }) => entryId)

async function everyPageOf(index: SearchIndex, query: string): Promise<string[]> {
  const ids: string[] = []
  let after: { score: number; entryId: string } | null = null
  let statistics: Ranked['statistics'] | null = null
  for (;;) {
    const asked = { topics: ['t'], query, mode: null, exact: null, now: 0, suggest: false }
    const page: Ranked = await index.ask<'rank'>({ kind: 'rank', ...asked, limit: 50, after, statistics })
    const last = page.hits.at(-1)
    ids.push(...idsOf(page))
    if (last === undefined) return ids
    after = last
    statistics = page.statistics
  }
}

/** Documents and words of bodies, as they are counted and as they are. */
async function countedAndThere(storage: Storage): Promise<{ counted: number[]; there: number[] }> {
  const counted = await storage.read
    .selectFrom('search_progress')
    .select(['documents', 'place'])
    .executeTakeFirstOrThrow()
  const rows = await storage.read.selectFrom('search_documents').select('place').execute()
  const places = rows.map(({ place }) => Number(place))
  return {
    counted: [Number(counted.documents), Number(counted.place)],
    there: [rows.length, Math.max(...places)],
  }
}
