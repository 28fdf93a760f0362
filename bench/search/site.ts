import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../children.ts'
import { type FilledText, fillServer } from '../fill.ts'
import { inFilledFolder } from '../folder.ts'
import { issueToken, makeTopic } from '../site.ts'
import { fillFts } from './fts.ts'
import { commonQueries, makeTexts } from './texts.ts'

export const ENTRIES = Number(process.env.COLOPHON_BENCH_ENTRIES ?? 100_000)
export const TOPIC = 'bench'
const QUERIES = 120
const QUERIES_FILE = 'queries.json'
const TERMS = [2, 3, 8]
const PACKING_MILLISECONDS = 600_000

/** A server of articles made of paragraphs of real documents, and the same articles in FTS5. */
export function inSearchSite<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return inFilledFolder(`search-${ENTRIES}`, fill, work)
}

/** Of two, of three and of eight words. */
export function readQueries(folder: string): string[][] {
  return JSON.parse(readFileSync(join(folder, QUERIES_FILE), 'utf8')) as string[][]
}

async function fill(folder: string): Promise<void> {
  const texts = makeTexts(ENTRIES)
  const queries = TERMS.map((terms) => commonQueries(texts, terms, QUERIES))
  writeFileSync(join(folder, QUERIES_FILE), JSON.stringify(queries))
  const maker = await startServer({ folder })
  await makeTopic({ port: maker.port, token: issueToken(folder) }, TOPIC)
  await maker.stop()
  const none: FilledText = { title: '', summary: '', body: '' }
  const filling = await timed(() => fillServer(folder, ENTRIES, (place) => texts[place] ?? none))
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

/** A server packs by itself, some seconds after its start. */
async function untilPacked(folder: string): Promise<void> {
  const server = await startServer({ folder })
  const database = new DatabaseSync(join(folder, 'colophon.db'), { readOnly: true })
  try {
    const left = database.prepare('select seq - packed_seq as rows from search_topics')
    const until = performance.now() + PACKING_MILLISECONDS
    while (Number(left.get()?.rows ?? 0) >= 1000) {
      if (performance.now() > until) throw new Error('the press does not pack')
      await sleep(200)
    }
  } finally {
    database.close()
    await server.stop()
  }
}

// `node bench/search/site.ts` fills the folder and measures nothing.
if (import.meta.main) await inSearchSite(async () => {})
