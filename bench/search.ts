import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPress } from './children.ts'
import { type Figure, report } from './figures.ts'
import { type FilledText, fillPress } from './fill.ts'
import { inFilledFolder } from './folder.ts'
import { memoryOf } from './resident.ts'
import { badInput } from './search/bad-input.ts'
import { readsBesideSearches } from './search/beside-reads.ts'
import { compareQueries, openSegments } from './search/compare.ts'
import { fillFts, openFts } from './search/fts.ts'
import { commonQueries, makeTexts } from './search/texts.ts'
import { issueToken, makeTopic } from './site.ts'

const ENTRIES = Number(process.env.COLOPHON_BENCH_ENTRIES ?? 100_000)
const QUERIES = 120
const QUERIES_FILE = 'queries.json'
const TERMS = [2, 3]
const TOPIC = 'bench'
const PACKING_MILLISECONDS = 300_000

/** Searches beside raw FTS5 over the same documents, and reads of objects beside searches. */
await inFilledFolder(`search-${ENTRIES}`, fill, async (folder) => {
  const press = await startPress({ folder })
  const fts = openFts(folder)
  try {
    const segments = await openSegments(folder, TOPIC)
    const figures: Figure[] = []
    for (const queries of readQueries(folder))
      figures.push(...(await compareQueries({ segments, port: press.port, queries, fts })))
    const [common = []] = readQueries(folder)
    figures.push(await badInput(press.port, common), memoryWhileSearching(press))
    figures.push(...(await readsBesideSearches(press, common)))
    report('search', figures)
  } finally {
    fts.close()
    await press.stop()
  }
})

function memoryWhileSearching({ pid }: { pid: number }): Figure {
  const { resident, own } = memoryOf(pid)
  return {
    what: `Resident memory while ${ENTRIES.toLocaleString('en')} articles are searched`,
    measured: `${resident} MB (${own} MB of its own)`,
    beside: '',
    ratio: '',
    target: 'reported',
  }
}

/** Of two and of three words. */
function readQueries(folder: string): string[][] {
  return JSON.parse(readFileSync(join(folder, QUERIES_FILE), 'utf8')) as string[][]
}

async function fill(folder: string): Promise<void> {
  const texts = makeTexts(ENTRIES)
  const queries = TERMS.map((terms) => commonQueries(texts, terms, QUERIES))
  writeFileSync(join(folder, QUERIES_FILE), JSON.stringify(queries))
  const maker = await startPress({ folder })
  await makeTopic({ port: maker.port, token: issueToken(folder) }, TOPIC)
  await maker.stop()
  const none: FilledText = { title: '', summary: '', body: '' }
  const filling = await timed(() => fillPress(folder, ENTRIES, (place) => texts[place] ?? none))
  const fts = await timed(async () => fillFts(folder, texts))
  const indexing = await timed(() => untilPacked(folder))
  console.log(
    `filled in ${filling.toFixed(1)} s, FTS5 twice in ${fts.toFixed(1)} s, indexed in ${indexing.toFixed(1)} s`,
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** A press packs by itself once somebody searches. */
async function untilPacked(folder: string): Promise<void> {
  const press = await startPress({ folder })
  const database = new DatabaseSync(join(folder, 'colophon.db'), { readOnly: true })
  try {
    const left = database.prepare('select seq - packed_seq as rows from search_topics')
    const until = performance.now() + PACKING_MILLISECONDS
    while (Number(left.get()?.rows ?? 0) >= 1000) {
      if (performance.now() > until) throw new Error('the press does not pack')
      await fetch(`http://127.0.0.1:${press.port}/api/v1/search?q=anything`).then((answer) => answer.text())
      await sleep(200)
    }
  } finally {
    database.close()
    await press.stop()
  }
}
