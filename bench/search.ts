import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { newScratch } from '../packages/server/src/core/search/match.ts'
import { rank } from '../packages/server/src/core/search/rank.ts'
import type { Segment } from '../packages/server/src/core/search/segment.ts'
import { analyseQuery } from '../packages/server/src/core/terms.ts'
import { readBlob } from '../packages/server/src/storage/search/follow-store.ts'
import { createFollower } from '../packages/server/src/storage/search/follower.ts'
import { openRows } from '../packages/server/src/storage/search/rows.ts'
import { startPress } from './children.ts'
import { corpusParagraphs, seededRandom } from './corpus.ts'
import { type Figure, rate, report } from './figures.ts'
import { type FilledText, fillPress } from './fill.ts'
import { inFolder } from './folder.ts'
import { runLoad } from './load.ts'
import { memoryOf } from './resident.ts'
import { issueToken, makeTopic } from './site.ts'
import { ask, openWire, requestBytes } from './wire.ts'

const ENTRIES = Number(process.env.COLOPHON_BENCH_ENTRIES ?? 100_000)
const QUERIES = 400
const WARM_UP = 60
const PACKING_MILLISECONDS = 300_000
const READING_MILLISECONDS = 4000

/** Searches beside raw FTS5 over the same documents, and reads of objects beside searches. */
await inFolder(async (folder) => {
  const texts = makeTexts()
  const maker = await startPress({ folder })
  await makeTopic({ port: maker.port, token: issueToken(folder) }, 'bench')
  await maker.stop()
  const filling = await timed(() =>
    fillPress(folder, ENTRIES, (place) => texts[place] ?? { title: '', summary: '', body: '' }),
  )
  const fts = fillFts(join(folder, 'fts.db'), texts)
  console.log(`filled in ${filling.toFixed(1)} s; FTS5 in ${fts.seconds.toFixed(1)} s`)
  const press = await startPress({ folder })
  try {
    const indexing = await timed(() => untilPacked(folder, press.port))
    console.log(`indexed in ${indexing.toFixed(1)} s; while it searches: ${memoryOf(press.pid).resident} MB`)
    const figures: Figure[] = []
    for (const terms of [1, 2, 3]) {
      const queries = commonQueries(texts, terms)
      figures.push(...(await compareQueries({ folder, port: press.port, queries, fts: fts.statement })))
    }
    figures.push(await readsBesideSearches(press.port, commonQueries(texts, 2)))
    report('search', figures)
    console.log(`after searches: ${JSON.stringify(memoryOf(press.pid))}`)
  } finally {
    await press.stop()
  }
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

function makeTexts(): FilledText[] {
  const paragraphs = corpusParagraphs()
  const random = seededRandom(42)
  const pick = () => paragraphs[Math.floor(random() * paragraphs.length)] ?? ''
  return Array.from({ length: ENTRIES }, () => {
    const body = Array.from({ length: 2 + Math.floor(random() * 8) }, pick).join('\n\n')
    const title = pick().split(' ').slice(0, 6).join(' ').slice(0, 200)
    return { title, summary: pick().slice(0, 100), body: `${body}\n` }
  })
}

function fillFts(file: string, texts: readonly FilledText[]): { statement: StatementSync; seconds: number } {
  const start = performance.now()
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma synchronous = off; pragma mmap_size = 1000000000;
    pragma cache_size = -200000;
    create virtual table t using fts5(title, path, summary, body, content='', tokenize='unicode61', prefix='2 3 4');
    begin`)
  const insert = database.prepare('insert into t(rowid, title, path, summary, body) values (?, ?, ?, ?, ?)')
  for (const [place, { title, summary, body }] of texts.entries())
    insert.run(place + 1, title, `/bench/article-${place}`, summary, body)
  database.exec('commit')
  const statement = database.prepare(
    'select rowid from t where t match ? order by bm25(t, 4.0, 4.0, 4.0, 1.0) limit 25',
  )
  return { statement, seconds: (performance.now() - start) / 1000 }
}

/** Words that stand in 2 to 40 of a hundred documents, in random company. */
function commonQueries(texts: readonly FilledText[], terms: number): string[] {
  const sample = texts.slice(0, 4000)
  const counts = new Map<string, number>()
  for (const { body } of sample)
    for (const word of new Set(body.toLowerCase().match(/[a-z]{4,}/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const common = [...counts]
    .filter(([, count]) => count > sample.length * 0.02 && count < sample.length * 0.4)
    .map(([word]) => word)
    .filter((word) => analyseQuery(`zz ${word}`).dropped.length === 0)
  const random = seededRandom(7 + terms)
  const pick = () => common[Math.floor(random() * common.length)] ?? ''
  return Array.from({ length: QUERIES }, () => Array.from({ length: terms }, pick).join(' '))
}

/** The press packs by itself; a search before that waits for what is not indexed yet. */
async function untilPacked(folder: string, port: number): Promise<void> {
  const database = new DatabaseSync(join(folder, 'colophon.db'), { readOnly: true })
  const left = database.prepare('select seq - packed_seq as rows from search_topics')
  const until = performance.now() + PACKING_MILLISECONDS
  while (Number(left.get()?.rows ?? 0) >= 1000) {
    if (performance.now() > until) throw new Error('the press does not pack')
    await fetch(`http://127.0.0.1:${port}/api/v1/search?q=anything`).then((answer) => answer.text())
    await sleep(200)
  }
  database.close()
}

interface Comparing {
  folder: string
  port: number
  queries: readonly string[]
  fts: StatementSync
}

async function compareQueries({ folder, port, queries, fts }: Comparing): Promise<Figure[]> {
  const segments = await openSegments(folder)
  const scratch = newScratch()
  const asked = { mode: null, exact: null, now: 0, limit: 26, after: null, statistics: null }
  const wire = await openWire(port)
  const times = {
    inProcess: [] as number[],
    http: [] as number[],
    words: [] as number[],
    prefixes: [] as number[],
  }
  for (const [place, query] of [...queries.slice(0, WARM_UP), ...queries].entries()) {
    const keep = (list: number[], start: number) => {
      if (place >= WARM_UP) list.push(performance.now() - start)
    }
    let start = performance.now()
    rank(segments, { ...asked, query }, scratch)
    keep(times.inProcess, start)
    start = performance.now()
    fts.all(query)
    keep(times.words, start)
    start = performance.now()
    fts.all(
      query
        .split(' ')
        .map((word) => `${word}*`)
        .join(' '),
    )
    keep(times.prefixes, start)
    start = performance.now()
    // A new parameter each time keeps whole answers from being used again.
    await ask(
      wire,
      requestBytes(`GET /api/v1/search?q=${encodeURIComponent(`${query} `.repeat(1 + (place % 3)))}`, []),
    )
    keep(times.http, start)
  }
  wire.close()
  const terms = (queries[0] ?? '').split(' ').length
  return [
    figure(`${terms} common terms, in process`, times.inProcess, times.prefixes, 'FTS5, `word*`'),
    figure(`${terms} common terms, in process`, times.inProcess, times.words, 'FTS5, exact words only'),
    figure(`${terms} common terms, over HTTP with excerpts`, times.http, times.prefixes, 'FTS5, `word*`'),
  ]
}

async function openSegments(folder: string): Promise<Segment[]> {
  const rows = await openRows(`sqlite:${join(folder, 'colophon.db')}`)
  const follower = createFollower({
    rows,
    readBytes: (sha256) => readBlob(rows, sha256),
    warn: (message) => console.error(message),
    remake: async () => false,
  })
  const segments = await follower.segmentsOf(['bench'])
  await rows.close()
  return segments
}

function figure(what: string, ours: readonly number[], theirs: readonly number[], beside: string): Figure {
  const both = (times: readonly number[]) => `${at(times, 0.5).toFixed(2)} / ${at(times, 0.99).toFixed(2)} ms`
  return {
    what: `${what}, p50 / p99`,
    measured: both(ours),
    beside: `${beside}: ${both(theirs)}`,
    ratio: `${(at(ours, 0.5) / at(theirs, 0.5)).toFixed(2)} / ${(at(ours, 0.99) / at(theirs, 0.99)).toFixed(2)}`,
    target: '<= 1.3 / 1.7',
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

/** Two clients search without pause while others read one object. */
async function readsBesideSearches(port: number, queries: readonly string[]): Promise<Figure> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/index?limit=1`)
  const { items } = (await response.json()) as { items: { content_hash: string }[] }
  const load = {
    port,
    request: requestBytes(`GET /objects/${items[0]?.content_hash}`, []),
    status: 200,
    connections: 8,
    milliseconds: READING_MILLISECONDS,
  }
  await runLoad({ ...load, milliseconds: 1000 })
  const alone = await runLoad(load)
  let searches = 0
  let isOver = false
  const searching = [0, 1].map(async (client) => {
    const wire = await openWire(port)
    for (let turn = client; !isOver; turn += 2, searches += 1) {
      const query = `${queries[turn % queries.length]} ${'.'.repeat(1 + (Math.floor(turn / queries.length) % 50))}`
      await ask(wire, requestBytes(`GET /api/v1/search?q=${encodeURIComponent(query)}`, []))
    }
    wire.close()
  })
  const beside = await runLoad(load)
  isOver = true
  await Promise.all(searching)
  return {
    what: `Object reads while two clients search (${rate((searches / READING_MILLISECONDS) * 1000)}), and their p99`,
    measured: `${rate(beside.perSecond)}, ${beside.p99.toFixed(2)} ms`,
    beside: `alone ${rate(alone.perSecond)}, ${alone.p99.toFixed(2)} ms`,
    ratio: `${(beside.perSecond / alone.perSecond).toFixed(2)} / ${(beside.p99 / alone.p99).toFixed(1)}`,
    target: '>= 0.5 / <= 3',
  }
}
