import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { remakeSearch } from '../packages/server/src/search/indexer/packing-store.ts'
import { openStorage } from '../packages/server/src/storage/open-storage.ts'
import { startServer } from './children.ts'
import { report } from './figures.ts'
import { fillServer } from './fill.ts'
import { inFolder } from './folder.ts'
import { childrenOf, memoryOf, peakOf } from './resident.ts'
import { issueToken, makeTopic } from './site.ts'

const ENTRIES = 100_000
const READ_PAGES = 40
const IDLE_SECONDS = 5
/** In which the search index of what was filled is made and stored. */
const INDEXING_SECONDS = 55
const TARGET_MEGABYTES = 150

/** What a server that holds many entries occupies after a start, some reads and a pause. */
await inFolder(async (folder) => {
  const maker = await startServer({ folder })
  await makeTopic({ port: maker.port, token: issueToken(folder) }, 'bench')
  await maker.stop()
  await fillServer(folder, ENTRIES)
  await forgetIndex(folder)
  const first = await watchServer(folder)
  const second = await watchServer(folder)
  report('memory', [
    figureOf(`${IDLE_SECONDS} s after a start and reads`, first.idle),
    figureOf(`the most of the ${INDEXING_SECONDS} s after them, in which search's index is stored`, {
      resident: first.most,
      packer: first.packer,
    }),
    figureOf('at the end of them', first.last),
    figureOf(`the same after another start: ${IDLE_SECONDS} s after reads`, second.idle),
    figureOf(`the same: ${INDEXING_SECONDS} s later`, second.last),
  ])
})

/** As an import leaves it: the filling itself took long enough for some of the index to be stored. */
async function forgetIndex(folder: string): Promise<void> {
  const storage = await openStorage(`sqlite:${join(folder, 'colophon.db')}`)
  const topics = await storage.read.selectFrom('search_topics').select('topic_id').execute()
  for (const { topic_id } of topics) await storage.write((tx) => remakeSearch(tx, topic_id))
  await storage.close()
}

function figureOf(
  when: string,
  { resident, own, packer }: { resident: number; own?: number; packer?: number },
) {
  return {
    what: `Resident memory with ${ENTRIES.toLocaleString('en')} entries, ${when}`,
    measured:
      own === undefined ? `${resident} MB` : `${resident} MB (${own} MB of its own, the rest mapped files)`,
    beside: packer === undefined ? '' : `the process that stores it, for some seconds: ${packer} MB`,
    ratio: '',
    target: `< ${TARGET_MEGABYTES} MB`,
  }
}

async function watchServer(folder: string) {
  const server = await startServer({ folder })
  try {
    await readPages(server.port)
    await sleep(IDLE_SECONDS * 1000)
    const idle = memoryOf(server.pid)
    let [most, packer] = [idle.resident, 0]
    for (let second = 0; second < INDEXING_SECONDS; second += 1) {
      await sleep(1000)
      most = Math.max(most, memoryOf(server.pid).resident)
      for (const pid of childrenOf(server.pid)) packer = Math.max(packer, peakOf(pid))
    }
    return { idle, most, packer, last: memoryOf(server.pid) }
  } finally {
    await server.stop()
  }
}

/** Pages of the index, and an entry and an object of each. */
async function readPages(port: number): Promise<void> {
  let cursor = ''
  for (let page = 0; page < READ_PAGES; page += 1) {
    const answer = (await getJson(port, `/api/v1/index?limit=100${cursor}`)) as IndexPage
    cursor = `&cursor=${answer.next_cursor}`
    for (const { entry_id, content_hash } of answer.items.slice(0, 10)) {
      await getJson(port, `/api/v1/entries/${entry_id}`)
      await getText(port, `/objects/${content_hash}`)
    }
  }
}

interface IndexPage {
  items: { entry_id: string; content_hash: string }[]
  next_cursor: string | null
}

async function getJson(port: number, path: string): Promise<unknown> {
  return JSON.parse(await getText(port, path)) as unknown
}

async function getText(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (!response.ok) throw new Error(`GET ${path}: ${response.status}`)
  return response.text()
}
